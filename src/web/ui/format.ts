import { formatKopecks, formatMilli, kopecks, milli } from '#shared/rules/money.ts'
import { plural } from '#shared/rules/plural.ts'

const nbsp = '\u00a0'

/** Roubles of the wire as '1 234,50'; a whole sum drops ',00' [V.13]. Null is '–', a negative sum '−5'. */
export function price(roubles: number | null): string {
  return roubles === null ? '–' : formatKopecks(kopecks(roubles)).replace('-', '−')
}

/** '1 234,50 ₽' */
export function money(roubles: number | null): string {
  return roubles === null ? '–' : `${price(roubles)}${nbsp}₽`
}

/** Units of the wire: grouped, no superfluous zeros. */
export function quantity(units: number): string {
  return formatMilli(milli(units))
}

/** Stock in a table: '–' for nothing. */
export function stock(units: number): string {
  return units === 0 ? '–' : quantity(units)
}

export function weight(kg: number): string {
  return `${formatMilli(milli(kg < 10 ? Math.round(kg * 100) / 100 : Math.round(kg)))}${nbsp}кг`
}

export function volume(cubicMetres: number): string {
  const digits = cubicMetres < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat('ru-RU', digits).format(cubicMetres)}${nbsp}м³`
}

export function withCount(count: number, forms: readonly [string, string, string]): string {
  return `${formatMilli(milli(count))}${nbsp}${plural(count, forms)}`
}

/** Plural forms of 1C's units; abbreviations stay unchanged. */
const unitForms: Record<string, readonly [string, string, string]> = {
  пара: ['пара', 'пары', 'пар'],
  пар: ['пара', 'пары', 'пар'],
  набор: ['набор', 'набора', 'наборов'],
  комплект: ['комплект', 'комплекта', 'комплектов'],
  упаковка: ['упаковка', 'упаковки', 'упаковок'],
  рулон: ['рулон', 'рулона', 'рулонов'],
  лист: ['лист', 'листа', 'листов'],
  штука: ['штука', 'штуки', 'штук'],
  метр: ['метр', 'метра', 'метров'],
}

/** '360 пар', '12 шт': a quantity with its unit. */
export function quantityWithUnit(units: number, unit: string): string {
  const forms = unitForms[unit]
  return `${quantity(units)}${nbsp}${forms ? plural(units, forms) : unit}`
}

/** 'за пару', 'за шт' beside a price. */
export function perUnit(unit: string): string {
  const one = unitForms[unit]?.[0].replace(/а$/, 'у') ?? unit
  return `за${nbsp}${one}`
}

/** '240 КБ', '1,4 МБ' */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))}${nbsp}КБ`
  return `${formatMilli(Math.round(kilobytes / 102.4) * 100)}${nbsp}МБ`
}

const moscow = 'Europe/Moscow'
const dayFormat = new Intl.DateTimeFormat('ru-RU', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: moscow,
})
const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', timeZone: moscow })

/** dd.mm.yyyy of an ISO moment, in Moscow. */
export function day(iso: string): string {
  return dayFormat.format(new Date(iso))
}

/** dd.mm.yyyy hh:mm of an ISO moment, in Moscow. */
export function dateTime(iso: string): string {
  const at = new Date(iso)
  return `${dayFormat.format(at)} ${timeFormat.format(at)}`
}

/** '14:06' today, '27.11 14:06' before. */
export function momentText(iso: string, now = new Date()): string {
  const isToday = day(iso) === day(now.toISOString())
  return isToday ? timeFormat.format(new Date(iso)) : shortDateTime(iso)
}

/** dd.mm hh:mm of an ISO moment, where the year is obvious. */
export function shortDateTime(iso: string): string {
  return dateTime(iso).replace(/\.\d{4}/, '')
}

/** dd.mm of dd.mm.yyyy, for the current year. */
export function shortDate(date: string, now = new Date()): string {
  return date.endsWith(day(now.toISOString()).slice(-5)) ? date.slice(0, 5) : date
}

const words = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** '24 ноября' of dd.mm.yyyy; with the year if it is not the current one. */
export function relativeDay(date: string, now = new Date()): string {
  const [dayOfMonth = 1, month = 1, year = 1970] = date.split('.').map(Number)
  const formatted = words.format(Date.UTC(year, month - 1, dayOfMonth)).replace(' ', nbsp)
  return year === Number(day(now.toISOString()).slice(-4)) ? formatted : `${formatted} ${year}`
}

const monthFormat = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'Ноябрь 2026' of a day yyyy-mm-dd or a month yyyy-mm. */
export function monthName(iso: string): string {
  const name = monthFormat.format(new Date(`${iso.slice(0, 7)}-01T00:00:00Z`)).replace(' г.', '')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Elapsed time in words: 'только что', '4 мин назад', '2 ч назад', else the day. */
export function timeAgo(iso: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(iso).getTime()) / 60_000)
  if (minutes < 1) return 'только что'
  if (minutes < 60) return `${minutes}${nbsp}мин назад`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}${nbsp}ч назад`
  return `от ${day(iso)}`
}

/** The box in a table's header. */
export const selectPageLabel = 'Выбрать все на странице'
