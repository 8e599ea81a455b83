import { approvedSubject, approvedText } from '#shared/rules/parties/registration-letters.ts'
import type { Db } from '#server/platform/db/client.ts'
import { writeMails } from '#server/platform/mail/service.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { listDeciders } from './queries.ts'

/** How screens and letters call a request. */
export const numberOf = (id: number): string => `З-${id}`

const linkOf = (id: number): string => `/admin/registrations/${id}`

export type ToldRequest = Record<'company' | 'inn' | 'email' | 'contactName', string> & { id: number }

/** The applicant reads that the request has come, staff that it waits. */
export async function notifySubmitted(tx: Db, request: ToldRequest): Promise<void> {
  const { id, company, inn, email, contactName } = request
  const eventKey = `registration:${id}:submitted`
  await writeMails(tx, {
    recipients: [email],
    subject: `Заявка ${numberOf(id)} принята`,
    text: `Мы получили заявку на регистрацию: ${company}, ИНН ${inn}.\nОтветим на эту почту за 1 рабочий день. После одобрения вы войдёте с ней и с паролем, который придумали.`,
    link: '',
    eventKey,
  })
  const news = { title: `Новая заявка на регистрацию ${numberOf(id)}`, text: `${company}, ИНН ${inn}. ${contactName}` }
  await notifyStaff(tx, { ...news, id, eventKey, recipients: await listDeciders(tx) })
}

/** `asks`: the address to which files are sent. */
export async function notifyQuestion(
  tx: Db,
  { id, company, email }: ToldRequest,
  { text, link, asks }: { text: string; link: string; asks: string },
): Promise<void> {
  await writeMails(tx, {
    recipients: [email],
    subject: `Заявка ${numberOf(id)}: нужны данные`,
    text: `Чтобы открыть доступ ${company}, не хватает:\n${text}\nИсправьте или дополните заявку по ссылке, заново заполнять её не нужно. Если просим документ, пришлите его на ${asks}.`,
    link,
    eventKey: `registration:${id}:asked:${link.slice(-12)}`,
  })
}

/** The applicant has answered: who asked reads it; nobody's request is everybody's. */
export async function notifyAnswered(
  tx: Db,
  { id, company, inn, assigneeId }: ToldRequest & { assigneeId: number | null },
  { eventId, text }: { eventId: number; text: string },
): Promise<void> {
  const deciders = await listDeciders(tx)
  const own = deciders.filter((each) => each.id === assigneeId)
  await notifyStaff(tx, {
    id,
    title: `Заявка ${numberOf(id)}: заявитель ответил`,
    text: [`${company}, ИНН ${inn}.`, text].filter(Boolean).join(' '),
    eventKey: `registration:${id}:answered:${eventId}`,
    recipients: own.length > 0 ? own : deciders,
  })
}

export async function notifyRejected(
  tx: Db,
  { id, company, email }: ToldRequest,
  { eventId, text }: { eventId: number; text: string },
): Promise<void> {
  await writeMails(tx, {
    recipients: [email],
    subject: `Заявка ${numberOf(id)} отклонена`,
    text: `Доступ к порталу для ${company} не открыт.\n${text}`,
    link: '',
    eventKey: `registration:${id}:rejected:${eventId}`,
  })
}

/** Owners of an organisation that is with us already may let the applicant in themselves. */
export async function notifyDuplicate(
  tx: Db,
  { id, company, email, contactName }: ToldRequest,
  { owners }: { owners: readonly { id: number; login: string }[] },
): Promise<void> {
  await notify(tx, {
    accountIds: owners.map((owner) => owner.id),
    kind: 'registration',
    title: 'Сотрудник просит доступ',
    text: `${contactName}, ${email}: заявка на регистрацию ${company}. Ваша организация уже на портале. Если это ваш человек, добавьте его сотрудником.`,
    link: '',
    eventKey: `registration:${id}:duplicate`,
  })
}

export async function notifyApproved(
  tx: Db,
  { id, company, email }: ToldRequest,
  { contract, manager }: { contract: string; manager: { name: string; phone: string; email: string } | undefined },
): Promise<void> {
  const contact = manager ? [manager.name, manager.phone, manager.email].filter(Boolean).join(', ') : ''
  await writeMails(tx, {
    recipients: [email],
    subject: approvedSubject,
    text: approvedText({ company, email, contract, manager: contact }),
    link: '/',
    eventKey: `registration:${id}:approved`,
  })
}

/** The salesperson who gets a new customer from a colleague. */
export async function notifyManager(
  tx: Db,
  { id, company }: ToldRequest,
  { accountIds, contract }: { accountIds: readonly number[]; contract: string },
): Promise<void> {
  await notify(tx, {
    accountIds,
    kind: 'registration',
    title: `Новый покупатель: ${company}`,
    text: `Договор ${contract}. Вы – его персональный менеджер`,
    link: linkOf(id),
    eventKey: `registration:${id}:manager`,
  })
}

type News = {
  id: number
  title: string
  text: string
  eventKey: string
  recipients: readonly { id: number; login: string }[]
}

async function notifyStaff(tx: Db, { id, title, text, eventKey, recipients }: News): Promise<void> {
  const accountIds = recipients.map((each) => each.id)
  await notify(tx, { accountIds, kind: 'registration', title, text, link: linkOf(id), eventKey })
}
