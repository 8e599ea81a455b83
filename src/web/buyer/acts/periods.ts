import { addDays, formatDay, parseDay, type Day } from '#shared/rules/dates.ts'
import { monthNames } from '#web/ui/month-names.ts'

/** Period of a request for an act, dd.mm.yyyy. */
export type ActPeriod = { start: string; end: string }

const quarters = ['I', 'II', 'III', 'IV'] as const

/** Suggested periods: the last full month and quarter, this year, the whole contract. */
export function suggestedPeriods(today: Day, contractDate: Day): { label: string; period: ActPeriod }[] {
  const month = previousMonth(today)
  const quarter = previousQuarter(today)
  return [
    { label: monthNames[month.number - 1] ?? '', first: month.first, last: month.last },
    { label: `${quarters[quarter.number - 1]} квартал`, first: quarter.first, last: quarter.last },
    { label: 'Год', first: `${today.slice(0, 4)}-01-01`, last: today },
    { label: 'Весь договор', first: contractDate, last: today },
  ]
    .filter(({ first, last }) => first < last)
    .map(({ label, first, last }) => ({ label, period: { start: formatDay(first), end: formatDay(last) } }))
}

/**
 * 'октябрь 2026' for a full month, 'III квартал 2026' for a full quarter, '2026 год' for a full year, else both days.
 */
export function periodTitle({ start, end }: ActPeriod): string {
  const [first, last] = [parseDay(start), parseDay(end)]
  const [year, month] = [first.slice(0, 4), Number(first.slice(5, 7))]
  const coversWholeMonths = first.endsWith('-01') && addDays(last, 1).endsWith('-01') && last.startsWith(year)
  const monthCount = Number(last.slice(5, 7)) - month + 1
  if (coversWholeMonths && monthCount === 1) return `${monthNames[month - 1]?.toLowerCase()} ${year}`
  if (coversWholeMonths && monthCount === 3 && month % 3 === 1) return `${quarters[(month - 1) / 3]} квартал ${year}`
  if (coversWholeMonths && monthCount === 12) return `${year} год`
  return daysText({ startdate: start, enddate: end })
}

/** '01.10 – 31.10.2026': a year shared by both days is shown once. */
export function daysText({ startdate, enddate }: { startdate: string; enddate: string }): string {
  return `${startdate.slice(-4) === enddate.slice(-4) ? startdate.slice(0, 5) : startdate} – ${enddate}`
}

function previousMonth(today: Day) {
  const last = addDays(`${today.slice(0, 7)}-01`, -1)
  return { number: Number(last.slice(5, 7)), first: `${last.slice(0, 7)}-01`, last }
}

function previousQuarter(today: Day) {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const firstMonth = month - ((month - 1) % 3)
  const last = addDays(`${year}-${twoDigits(firstMonth)}-01`, -1)
  const lastMonth = Number(last.slice(5, 7))
  return { number: lastMonth / 3, first: `${last.slice(0, 4)}-${twoDigits(lastMonth - 2)}-01`, last }
}

function twoDigits(month: number): string {
  return String(month).padStart(2, '0')
}
