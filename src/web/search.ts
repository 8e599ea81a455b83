import { addDays, parseDay } from '#shared/rules/dates.ts'

/** Query strings as plain text, so that an article such as '007' or '1e5' is preserved. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** A positive integer of the URL, else undefined. */
export function parseInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : undefined
}

/** Text of the URL, else undefined. A router link may pass a number. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** dd.mm.yyyy of the URL, if it is an existing day in the range accepted by calls. */
export function dateOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === undefined || !/^\d{2}\.\d{2}\.20\d{2}$/.test(text)) return undefined
  const day = parseDay(text)
  return !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && addDays(day, 0) === day ? text : undefined
}

/** Removes undefined values, for the shortest URL. */
export function withoutAbsent<Search extends object>(search: {
  [Name in keyof Search]: Search[Name] | undefined
}): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Search
}
