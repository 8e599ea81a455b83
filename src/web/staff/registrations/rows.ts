import type { RegistrationSummary } from '#shared/api/staff/registrations.ts'
import { dayOf } from '#shared/rules/dates.ts'
import { ageText, durationText } from '#web/ui/duration.ts'

type Group = { title: string; rows: RegistrationSummary[] }

export const isOpenRequest = ({ status }: Pick<RegistrationSummary, 'status'>): boolean =>
  status === 'new' || status === 'checking'

/** Groups of the queue: waiting for staff, waiting for the applicant, recently decided. */
export function groupsOf(items: readonly RegistrationSummary[], isGrouped: boolean): Group[] {
  if (!isGrouped) return [{ title: '', rows: [...items] }]
  const groups: Group[] = [
    { title: '', rows: items.filter(isOpenRequest) },
    { title: 'Ждём ответа заявителя', rows: items.filter(({ status }) => status === 'data_requested') },
    { title: 'Решены за 7 дней', rows: items.filter(({ decided_at: at }) => at !== null) },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' })
const dateFormat = new Intl.DateTimeFormat('ru-RU', { day: '2-digit', month: '2-digit', timeZone: 'Europe/Moscow' })

/** Time of submission today, else the date. */
export function submittedText({ created_at: sentAt }: RegistrationSummary, now: Date): string {
  const at = new Date(sentAt)
  return (dayOf(at) === dayOf(now) ? timeFormat : dateFormat).format(at)
}

/** Waiting time so far, or time until the decision. */
export function waitText({ decided_after: after, waiting_since: since }: RegistrationSummary, now: Date): string {
  return after === null ? ageText(since, now) : durationText(after)
}
