import type { Db } from '#server/platform/db/client.ts'
import { writeMails } from '#server/platform/mail/service.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { listDeciders } from './queries.ts'

/** How screens and letters call a request. */
const numberOf = (id: number): string => `З-${id}`

const queue = '/admin/registrations'

/** The applicant reads that the request has come, staff that it waits. */
export async function tellSubmitted(
  tx: Db,
  {
    id,
    company,
    inn,
    email,
    contactName,
  }: Record<'company' | 'inn' | 'email' | 'contactName', string> & { id: number },
): Promise<void> {
  const eventKey = `registration:${id}:submitted`
  await writeMails(tx, {
    recipients: [email],
    subject: `Заявка ${numberOf(id)} принята`,
    text: `Мы получили заявку на регистрацию: ${company}, ИНН ${inn}.\nОтветим на эту почту за 1 рабочий день. После одобрения вы войдёте с ней и с паролем, который придумали.`,
    link: '',
    eventKey,
  })
  const news = { title: `Новая заявка на регистрацию ${numberOf(id)}`, text: `${company}, ИНН ${inn}. ${contactName}` }
  await tellStaff(tx, { ...news, eventKey })
}

async function tellStaff(
  tx: Db,
  { title, text, eventKey }: { title: string; text: string; eventKey: string },
): Promise<void> {
  const deciders = await listDeciders(tx)
  await notify(tx, {
    accountIds: deciders.map(({ id }) => id),
    kind: 'registration',
    title,
    text,
    link: queue,
    eventKey,
  })
  await writeMails(tx, {
    recipients: deciders.map(({ login }) => login),
    subject: title,
    text,
    link: queue,
    eventKey,
  })
}
