import type { AuditTopic } from '#shared/api/administration/audit-filters.ts'
import type { Tone } from '#web/ui/Tag.tsx'

const timeFormat = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'medium', timeZone: 'Europe/Moscow' })

/** hh:mm:ss of an ISO time, in Moscow. */
export function timeOf(iso: string): string {
  return timeFormat.format(new Date(iso))
}

export const topicTags: Record<AuditTopic, { text: string; tone: Tone }> = {
  money: { text: 'деньги', tone: 'warn' },
  rights: { text: 'права', tone: 'info' },
  signIns: { text: 'вход', tone: 'accent' },
  onBehalf: { text: 'за покупателя', tone: 'warn' },
}

export const originNames = {
  web: 'портал',
  exchange: 'обмен с 1С',
  'command-line': 'командная строка',
  system: 'задание портала',
} as const
