import { addDays, type Day } from '#shared/rules/dates.ts'

/** The first date of a text: '2026-10-09', '09.10.2026', '9.10.26', '09/10/2026'. */
export function dayIn(text: string): Day | null {
  const iso = /(?<!\d)(20\d{2})-(\d{2})-(\d{2})(?!\d)/.exec(text)
  const local = /(?<!\d)(\d{1,2})[./](\d{1,2})[./](20\d{2}|\d{2})(?!\d)/.exec(text)
  const [year, month, date] = iso
    ? [iso[1], iso[2], iso[3]]
    : local
      ? [local[3]?.length === 2 ? `20${local[3]}` : local[3], local[2]?.padStart(2, '0'), local[1]?.padStart(2, '0')]
      : []
  if (year === undefined) return null
  const day = `${year}-${month}-${date}`
  return !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && addDays(day, 0) === day ? day : null
}
