import type { RegistrationSummary } from '#shared/api/staff/registrations.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { ageText, spanText } from './texts.ts'

type Group = { title: string; rows: RegistrationSummary[] }

export const isOpenRow = ({ status }: Pick<RegistrationSummary, 'status'>): boolean =>
  status === 'new' || status === 'checking'

/** Groups of the queue: waiting for staff, waiting for the applicant, recently decided. */
export function groupsOf(items: readonly RegistrationSummary[], isGrouped: boolean): Group[] {
  if (!isGrouped) return [{ title: '', rows: [...items] }]
  const groups: Group[] = [
    { title: '', rows: items.filter(isOpenRow) },
    { title: 'Ждём ответа заявителя', rows: items.filter(({ status }) => status === 'data_requested') },
    { title: 'Решены за 7 дней', rows: items.filter(({ decided_at: at }) => at !== null) },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

const time = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' })
const dayAndMonth = new Intl.DateTimeFormat('ru-RU', { day: '2-digit', month: '2-digit', timeZone: 'Europe/Moscow' })

/** The time for today, else the date. */
export function sentText({ created_at: sentAt }: RegistrationSummary, now: Date): string {
  const at = new Date(sentAt)
  return (dayOf(at) === dayOf(now) ? time : dayAndMonth).format(at)
}

/** Waiting time so far, or time until the decision. */
export function waitedText({ decided_after: after, waiting_since: since }: RegistrationSummary, now: Date): string {
  return after === null ? ageText(since, now) : spanText(after)
}
