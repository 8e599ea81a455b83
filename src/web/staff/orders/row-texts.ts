import { addDays, dayOf } from '#shared/rules/dates.ts'
import { plural } from '#shared/rules/plural.ts'
import type { Tone } from '#web/ui/Tag.tsx'

const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Moscow' })
const dateFormat = new Intl.DateTimeFormat('ru-RU', { day: '2-digit', month: '2-digit', timeZone: 'Europe/Moscow' })

/** '09:41' today, 'вчера', else '18.11'. */
export function timeText(iso: string, now: Date): string {
  const at = new Date(iso)
  const day = dayOf(at)
  if (day === dayOf(now)) return timeFormat.format(at)
  if (day === addDays(dayOf(now), -1)) return 'вчера'
  return dateFormat.format(at)
}

/** The warehouse, or the number of warehouses. */
export function warehousesText(warehouses: readonly string[]): string {
  if (warehouses.length <= 1) return warehouses[0] ?? '–'
  return `${warehouses.length} ${plural(warehouses.length, ['склад', 'склада', 'складов'])}`
}

/** Reasons that block an order are shown more prominently than hints. */
export function attentionTone(attention: string): Tone {
  return /лимит|отмен|просроч|не хватает/i.test(attention) ? 'bad' : 'warn'
}

/** Appends that the buyer is notified of the change. */
export const withBuyerNotified = (change: string): string => `${change}. Покупатель узнает об этом`
