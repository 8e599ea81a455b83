import { everyWeekday } from '#shared/rules/dates.ts'

export const weekdayNames = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'] as const

/**
 * Weekdays (Monday 1 to Sunday 7) in words: 'пн–пт', 'вт, чт', 'ежедневно'. Three or more consecutive days become a
 * range.
 */
export function weekdaysText(weekdays: readonly number[]): string {
  if (everyWeekday.every((day) => weekdays.includes(day))) return 'ежедневно'
  const runs: number[][] = []
  for (const day of everyWeekday.filter((each) => weekdays.includes(each))) {
    const last = runs.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  return runs
    .flatMap((run) => (run.length > 2 ? [`${nameOf(run[0])}–${nameOf(run.at(-1))}`] : run.map(nameOf)))
    .join(', ')
}

function nameOf(day = 1): string {
  return weekdayNames[day - 1] ?? ''
}
