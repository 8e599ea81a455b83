const hourly = /^(\d+) \* \* \* \*$/
const everyMinutes = /^(?:\*|\d+-\d+)\/(\d+) \* \* \* \*$/
const everyMinutesOfDay = /^\*\/(\d+) (\d+)-(\d+) \* \* \*$/
const hourlyOfDay = /^(\d+) (\d+)-(\d+) \* \* \*$/
const daily = /^(\d+) (\d+) \* \* \*$/

/** A cron expression in Russian; the forms that the list of jobs uses, others as they are. */
export function scheduleText(cron: string): string {
  if (cron === '* * * * *') return 'каждую минуту'
  if (hourly.test(cron)) return 'каждый час'
  const [, minutes] = everyMinutes.exec(cron) ?? []
  if (minutes !== undefined) return `каждые ${minutes} минут`
  const [, step, from, to] = everyMinutesOfDay.exec(cron) ?? []
  if (step !== undefined) return `каждые ${step} минут с ${from}:00 до ${Number(to) + 1}:00`
  const [, , first, last] = hourlyOfDay.exec(cron) ?? []
  if (first !== undefined) return `каждый час с ${first}:00 до ${Number(last) + 1}:00`
  const [, minute = '', hour] = daily.exec(cron) ?? []
  return hour === undefined ? cron : `ежедневно в ${hour}:${minute.padStart(2, '0')}`
}
