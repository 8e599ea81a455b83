import type { StockAge } from '#shared/api/catalogue.ts'
import { dateTime, day, shortDate } from '#web/ui/format.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** 'Остатки на 14:05', of late stock with what that means; null before the first exchange. */
export function stockAgeText(age: StockAge | undefined, now: Date): { text: string; isLate: boolean } | null {
  if (!age?.at) return null
  const isLate = age.late_after_minutes > 0 && now.getTime() - Date.parse(age.at) > age.late_after_minutes * minuteMs
  return { text: `Остатки на ${timeAndDay(age.at, now)}${isLate ? ', данные задерживаются' : ''}`, isLate }
}

/** '14:05'; before today '18:20, вчера', '18:20, 24.11' or, in another year, '18:20, 24.11.2025'. */
export function timeAndDay(at: string, now: Date): string {
  const time = dateTime(at).slice(-5)
  if (day(at) === day(now.toISOString())) return time
  const isYesterday = day(at) === day(new Date(now.getTime() - dayMs).toISOString())
  return `${time}, ${isYesterday ? 'вчера' : shortDate(day(at), now)}`
}
