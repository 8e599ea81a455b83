import { approvedSubject, approvedText } from '#shared/rules/parties/registration-letters.ts'
import { plural } from '#shared/rules/plural.ts'
import type { Db } from '#server/platform/db/client.ts'
import { writeMails } from '#server/platform/mail/service.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { listDeciders } from './queries.ts'

/** Number of a request on screens and in letters. */
export const requestNumber = (id: number): string => `З-${id}`

const requestLink = (id: number): string => `/admin/registrations/${id}`

export type NotifiedRequest = Record<'company' | 'inn' | 'email' | 'contactName', string> & { id: number }

/** Confirms receipt to the applicant and notifies staff. */
export async function notifySubmitted(tx: Db, request: NotifiedRequest): Promise<void> {
  const { id, company, inn, email, contactName } = request
  const eventKey = `registration:${id}:submitted`
  await writeMails(tx, {
    recipients: [email],
    subject: `Заявка ${requestNumber(id)} принята`,
    text:
      `Мы получили заявку на регистрацию: ${company}, ИНН ${inn}.\n` +
      'Ответим на эту почту за 1 рабочий день. После одобрения вы войдёте с ней и с паролем, который придумали.',
    link: '',
    eventKey,
  })
  const update = {
    title: `Новая заявка на регистрацию ${requestNumber(id)}`,
    text: `${company}, ИНН ${inn}. ${contactName}`,
  }
  await notifyStaff(tx, { ...update, id, eventKey, recipients: await listDeciders(tx) })
}

/** `asks`: the address for files. */
export async function notifyQuestion(
  tx: Db,
  { id, company, email }: NotifiedRequest,
  { text, link, asks }: { text: string; link: string; asks: string },
): Promise<void> {
  await writeMails(tx, {
    recipients: [email],
    subject: `Заявка ${requestNumber(id)}: нужны данные`,
    text:
      `Чтобы открыть доступ ${company}, не хватает:\n${text}\n` +
      'Исправьте или дополните заявку по ссылке, заново заполнять её не нужно. ' +
      `Если просим документ, пришлите его на ${asks}.`,
    link,
    eventKey: `registration:${id}:asked:${link.slice(-12)}`,
  })
}

/** Notifies the assignee of an answer, or all deciders if there is none. */
export async function notifyAnswered(
  tx: Db,
  { id, company, inn, assigneeId }: NotifiedRequest & { assigneeId: number | null },
  { eventId, text }: { eventId: number; text: string },
): Promise<void> {
  const deciders = await listDeciders(tx)
  const own = deciders.filter((each) => each.id === assigneeId)
  await notifyStaff(tx, {
    id,
    title: `Заявка ${requestNumber(id)}: заявитель ответил`,
    text: [`${company}, ИНН ${inn}.`, text].filter(Boolean).join(' '),
    eventKey: `registration:${id}:answered:${eventId}`,
    recipients: own.length > 0 ? own : deciders,
  })
}

export async function notifyRejected(
  tx: Db,
  { id, company, email }: NotifiedRequest,
  { eventId, text }: { eventId: number; text: string },
): Promise<void> {
  await writeMails(tx, {
    recipients: [email],
    subject: `Заявка ${requestNumber(id)} отклонена`,
    text: `Доступ к порталу для ${company} не открыт.\n${text}`,
    link: '',
    eventKey: `registration:${id}:rejected:${eventId}`,
  })
}

/** Nobody has decided within the retention period. */
export async function notifyExpired(
  tx: Db,
  { id, company, email }: Pick<NotifiedRequest, 'id' | 'company' | 'email'>,
  { days }: { days: number },
): Promise<void> {
  await writeMails(tx, {
    recipients: [email],
    subject: `Заявка ${requestNumber(id)} закрыта`,
    text:
      `Заявка ${company} на доступ к порталу ждала ${days} ${plural(days, ['день', 'дня', 'дней'])} ` +
      'и закрыта без решения. Личные данные из неё стёрты. Если доступ ещё нужен, подайте заявку заново.',
    link: '/',
    eventKey: `registration:${id}:expired`,
  })
}

/** Owners of an existing organisation can add the applicant themselves. */
export async function notifyDuplicate(
  tx: Db,
  { id, company, email, contactName }: NotifiedRequest,
  { owners }: { owners: readonly { id: number; login: string }[] },
): Promise<void> {
  await notify(tx, {
    accountIds: owners.map((owner) => owner.id),
    kind: 'registration',
    title: 'Сотрудник просит доступ',
    text:
      `${contactName}, ${email}: заявка на регистрацию ${company}. Ваша организация уже на портале. ` +
      'Если это ваш человек, добавьте его сотрудником.',
    link: '',
    eventKey: `registration:${id}:duplicate`,
  })
}

export async function notifyApproved(
  tx: Db,
  { id, company, email }: NotifiedRequest,
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

/** Notifies the salesperson who gets a new customer from a colleague. */
export async function notifyManager(
  tx: Db,
  { id, company }: NotifiedRequest,
  { accountIds, contract }: { accountIds: readonly number[]; contract: string },
): Promise<void> {
  await notify(tx, {
    accountIds,
    kind: 'registration',
    title: `Новый покупатель: ${company}`,
    text: `Договор ${contract}. Вы – его персональный менеджер`,
    link: requestLink(id),
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
  await notify(tx, { accountIds, kind: 'registration', title, text, link: requestLink(id), eventKey })
}
