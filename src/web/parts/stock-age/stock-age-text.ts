import type { StockAge } from '#shared/api/catalogue.ts'
import { day, momentText } from '#web/ui/format.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** 'Остатки на 14:05', of late stock with what that means; null before the first exchange. */
export function stockAgeText(age: StockAge | undefined, now: Date): { text: string; isLate: boolean } | null {
  if (!age?.at) return null
  const isLate = age.late_after_minutes > 0 && now.getTime() - Date.parse(age.at) > age.late_after_minutes * minuteMs
  return { text: `Остатки на ${dayAndTime(age.at, now)}${isLate ? ', данные задерживаются' : ''}`, isLate }
}

/** '14:05', 'вчера 18:20', '24.11 18:20' */
export function dayAndTime(at: string, now: Date): string {
  const isYesterday = day(at) === day(new Date(now.getTime() - dayMs).toISOString())
  const moment = momentText(at, now)
  return isYesterday ? `вчера ${moment.slice(-5)}` : moment
}
