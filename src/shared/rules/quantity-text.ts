import { multipleOf, type StepRule } from './step.ts'
import { isFormulaText } from './formula-text.ts'
import { requestedMilli } from './money.ts'
import { estimateAfterPattern, estimatePattern, numeralIn } from './words/numeral-text.ts'

/** Value of a quantity cell: a number, empty, or unclear (the user must decide). */
export type QuantityText = { milli: number } | 'empty' | 'unclear'

/** Spaces of every kind and apostrophes. */
const thousandsSeparators = /[\s\u00a0\u2007\u2009\u202f'’]/g
const dashesOnly = /^[-–—−.]*$/
/** '50090.50 1': two numbers. */
const decimalsThenNumber = /[.,]\d+[\s\u00a0\u2007\u2009\u202f]+\d/
/** '250 руб': a price. */
const moneyAfter =
  /^(?:[₽$€£¥₸]|(?:руб[а-я]*|р|коп|rub|usd|eur|cny|kzt|byn|долл[а-я]*|евро|тенге|юан[а-я]*|у\.?е)(?![а-яa-z]))/i
const moneyBefore = /(?:[₽$€£¥₸]|(?:^|[^а-яa-z])(?:usd|eur|rub|cny|руб\.?))$/i
/** 'нет', 'не надо'. */
const noQuantity = /^(?:нет|не(?:надо|нужно|нужен|нужна|требуется|заказывать))[.!]?$/i
const number = /(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:e[+-]?\d{1,2})?/i
/** The beginning of another number: '5-10', '2x5', '12.11.2026 10:00', '1/2', '2+(5)', '5(12)'. */
const continuation = /^(?:[-–—−+*xх×/:=.,]+\(?\d|\([\d.,]+\)$)/i
/**
 * A second number after words: '10 шт по 5', '1 шт + 1'. In '1 уп (10 шт)', '2 кор. = 24 шт', '5 м2' it only describes
 * the unit.
 */
const secondNumber = /^(?![кдсм]?м[23](?!\d))[^\d(=/]*[^\d(=/²³][^\d(=/]*\d/i
/**
 * '½' ('?' in encodings that lack it), '10 %', '2026-05-01' and '10:30' of cells formatted as dates and times, and
 * '01.05' as text.
 */
const ambiguousNumber = /[½¼¾⅓⅔%?\ufffd]|^\d{4}-\d{2}-\d{2}$|^\d{1,2}:\d{2}(?::\d{2})?$|^0\d\.\d{2}(?:\.\d{2,4})?$/
/** '2 тыс. шт', '3 дюжины', '2к': a multiplier in the text. */
const multipliers: readonly (readonly [RegExp, number])[] = [
  [/^(?:тыс|thousand)/i, 1000],
  [/^[кk](?![а-яёa-z/-])/i, 1000],
  [/^(?:млн|миллион|mln|million)/i, 1_000_000],
  [/^(?:млрд|миллиард)/i, 1_000_000_000],
  [/^(?:дюжин|dozen)/i, 12],
  [/^десят(?:о?к|очк)/i, 10],
  [/^(?:сот(?:н|ен)|hundred)/i, 100],
  [/^полсотн/i, 50],
  [/^полус?отн/i, 50],
]
/** '7 дней', '2 нед.', '2026 г.' */
const timeSpan = new RegExp(
  '^(?:дн(?:я|ей|и)?|день|нед|недел[а-я]*|мес|месяц[а-я]*|лет|год[а-я]*|час(?:а|ов)?|сут(?:ки|ок)?|' +
    'квартал[а-я]*|days?|weeks?)(?![а-яёa-z])',
  'i',
)
const year = /^(?:19|20)\d{2}\s*г(?:\.|од[а-я]*)?$/i
/** '3-я неделя', '2-й' */
const ordinal = /\d\s*-\s*(?:я|й|е|го|му|ая|ый|ий|ой)(?![а-яё])/i
/** '10/уп', '10 шт/уп': a pack size. */
const perUnit = /^[а-яa-z.]*\/[а-яa-z]/i
/** '20260501', '01052026' */
const compactDate =
  /^(?:(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d{2})$/
const months = [
  'янв|jan',
  'фев|feb',
  'мар|mar',
  'апр|apr',
  'ма[йя]|may',
  'июн|jun',
  'июл|jul',
  'авг|aug',
  'сен|sep',
  'окт|oct',
  'ноя|nov',
  'дек|dec',
]
const monthAndYear = new RegExp(String.raw`^(?:${months.join('|')})[а-яa-z]*[\s.,\-/]*\d{1,4}(?:[\s,]+\d{4})?$`, 'i')
const dayAndMonth = new RegExp(
  String.raw`^(?:(?:к|на|с|от|после)\s+)?(\d{1,2})[\s.\-/]*(${months.join('|')})` +
    String.raw`[а-яa-z]*\.?(?:[\s.,\-/]*\d{2,4}(?:\s*г\.?)?)?$`,
  'i',
)
/** Words that may precede a quantity: 'шт 5', 'Кол-во: 5', 'нужно 5'. Other words make it unclear: 'минус 5'. */
const quantityWords = new Set(
  (
    'шт штук ед кг кол во к количество заказ заказать нужно надо требуется необходимо взять беру возьму дайте ' +
    'прошу пожалуйста ещё еще плюс всего итого'
  ).split(' '),
)
/** '5 нет', '5 уже заказали', '5 вместо 3' */
const cancelWords = new RegExp(
  '(?:^|[^а-яё])(?:нет|не|без|минус|уже|вместо|кроме|отмен[а-яё]*|убра[а-яё]*|убер[а-яё]*|снять|' +
    'снято|вычесть|лишн[а-яё]*|был[аои]?|осталось|остат[а-яё]*|есть|получ[а-яё]*|отгруж[а-яё]*|' +
    'заказал[аи]?|верн[а-яё]*|возврат[а-яё]*|брак[а-яё]*)(?![а-яё])',
  'i',
)
/** '2O' and '1O0': a letter instead of a digit. Other single letters after a number are abbreviated units. */
const letterForDigit = /\d[oо]\d|\d\s*(?![мmлlгgтtкkшуп])\p{L}(?![\p{L}\d.²³/+-])/iu
/** 'более 50' describes stock; 'около 10', '10 примерно' and '27+' are estimates. */
const estimateText = new RegExp(String.raw`^${estimatePattern}\s*\d|^\d.*${estimateAfterPattern}|^\d[\d\s]*\+$`, 'iu')
const estimatePrefix = new RegExp(`^${estimatePattern}`, 'iu')
/** 'штук пять' */
const unitBeforeNumeral =
  /^(?:штук[иа]?|шт|штучек|штучки|уп|упаков[а-я]*|короб[а-я]*|пач[а-я]*|пар|кг|метр[а-я]*)\.?\s+(?=\p{L})/iu
const maxUnits = 999_999_999

/**
 * Quantity of a cell or a pasted text → thousandths: its first number with comma or point, thousands separated by
 * spaces, with a unit or words around it ('10 шт', '6,31', '1 200'); more than three decimals are rounded up. 'empty'
 * for nothing, a dash, 'нет' or 0; 'unclear' for words alone, several numbers, negative ones ('-4', '(4)', '4-'),
 * dates, times, percentages, fractions, 'более 50', multipliers ('2 тыс'), time spans, money, a formula without its
 * value, and above 999,999,999. Quantity fields drop a typed minus themselves [V.7].
 */
export function parseQuantityText(text: string): QuantityText {
  const trimmed = text.trim()
  if (
    isFormulaText(text) ||
    estimateText.test(trimmed) ||
    ambiguousNumber.test(trimmed) ||
    isDateText(trimmed) ||
    ordinal.test(trimmed)
  )
    return 'unclear'
  const compact = text.replace(thousandsSeparators, '')
  if (dashesOnly.test(compact) || noQuantity.test(compact)) return 'empty'
  if (letterForDigit.test(text) || !isPlainQuantity(text)) return 'unclear'
  const found = number.exec(compact)
  if (!found) return 'unclear'
  const before = compact.slice(0, found.index)
  const after = compact.slice(found.index + found[0].length)
  // 'M8' is not a quantity, in either alphabet, nor is '12.11.2026'.
  if (/[a-z]$|(?:^|[^а-яё])[а-яё]$/i.test(before) || continuation.test(after)) return 'unclear'
  if (multiplierIn(after) !== 1 || timeSpan.test(after) || perUnit.test(after)) return 'unclear'
  if (
    moneyAfter.test(after) ||
    moneyBefore.test(before) ||
    secondNumber.test(after) ||
    hasSeveralNumbers(text, found[0]) ||
    decimalsThenNumber.test(text)
  )
    return 'unclear'
  const value = parseNumber(found[0])
  if (value === undefined || value > maxUnits) return 'unclear'
  if (value === 0) return 'empty'
  return isNegative(before, after) ? 'unclear' : { milli: requestedMilli(value) }
}

/** Whether a text contains only words that are common in quantities. */
function isPlainQuantity(text: string): boolean {
  const [before = ''] = text.split(/\d/, 1)
  const words = before.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.every((word) => quantityWords.has(word)) && !cancelWords.test(text.slice(before.length))
}

function isDateText(text: string): boolean {
  return dayAndMonth.test(text) || monthAndYear.test(text) || compactDate.test(text) || year.test(text)
}

function multiplierIn(afterNumber: string): number {
  return multipliers.find(([pattern]) => pattern.test(afterNumber))?.[1] ?? 1
}

/** Units per unit of measure: 'тыс. шт' → 1000, 'уп. (10 шт)' → 10; 1 for a plain one, 'м2', 'шт'. */
export function unitMultiplier(unit: string): number {
  const numbers = unit.replace(/(?:[кдсм]?м|м ?кв|м ?куб)\.? ?[23²³](?!\d)/gi, '').match(/\d+(?:[.,]\d+)?/g) ?? []
  const words = /^\p{L}{3}/u.test(unit.trim()) ? multiplierIn(unit.trim()) : 1
  return Math.max(1, ...numbers.map((text) => Number(text.replace(',', '.')))) * words
}

/** A minus before or after the number, or accountants' brackets around it. */
function isNegative(before: string, after: string): boolean {
  return /[-–—−]$/.test(before) || (before.endsWith('(') && after.includes(')')) || /[-–—−]$/.test(after)
}

/** Whether a quantity is a negative number: '-4', '(4)'. */
export function isNegativeQuantity(text: string): boolean {
  const [found, before = '', after = ''] =
    /^([^\d]*)\d[\d.,]*([^\d]*)$/.exec(text.replace(thousandsSeparators, '')) ?? []
  return found !== undefined && isNegative(before, after)
}

/** Names of packs. */
const packUnit = /^(?:уп|упк|упак|кор|короб|пач|блок|бл|ящ|палл?ет|поддон|мешк?|меш)[а-яё]*$/i

/** Whether a unit is a pack. */
export function isPackUnit(unit: string): boolean {
  return packUnit.test(unit.trim().replace(/\.$/, ''))
}

const packKinds = [/^уп/i, /^кор/i, /^пач/i, /^бл/i, /^ящ/i, /^(?:пал|поддон)/i, /^меш/i]

/** 'кор' and 'короб.' are the same kind of pack; 'ящ' and 'упак' are not. */
export function isSamePack(one: string, other: string): boolean {
  return packKinds.some((kind) => kind.test(one.trim()) && kind.test(other.trim()))
}

/**
 * The quantity of a good sold by `unit`. 'unclear' are packs, if the good is not sold by such packs and the text does
 * not give both ('1 уп (10 шт)'); '12.11' of whole pieces, which is more likely a date; and '1,200', more likely 1200.
 */
export function parseQuantityOf(
  text: string,
  { unit, decimals = 0, stepMilli = 1000 }: { unit: string } & Partial<StepRule>,
): QuantityText {
  const parsed = parseQuantityText(text)
  const isWhole = multipleOf({ stepMilli, decimals }) % 1000 === 0
  if (isWhole && /^(?:0?[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])$/.test(text.trim())) return 'unclear'
  // For whole pieces '1,200' more likely means 1200.
  if (isWhole && /^\d{1,3}[.,](?!000$)\d{3}$/.test(text.trim())) return 'unclear'
  const [, unitText = ''] = /\d[\s\u00a0]*(\p{L}+)/u.exec(text) ?? []
  if (typeof parsed === 'string' || !isPackUnit(unitText) || isSamePack(unitText, unit)) return parsed
  const [, insideQuantity, insideUnit = ''] = /[(=]\s*(\d[\d\s.,]*?)\s*(\p{L}+)\.?\s*\)?\s*$/u.exec(text) ?? []
  return insideQuantity !== undefined && insideUnit.toLowerCase() === unit.trim().replace(/\.$/, '').toLowerCase()
    ? parseQuantityText(insideQuantity)
    : 'unclear'
}

/** Sum of several cells of a row as text; if one is unclear, all joined by ' + ', which is unclear, too. */
export function sumQuantityTexts(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0] ?? ''
  const parsed = texts.map(parseQuantityText)
  const filled = texts.filter((_, index) => parsed[index] !== 'empty')
  if (filled.length <= 1) return filled[0] ?? ''
  if (parsed.includes('unclear')) return filled.join(' + ')
  const milli = parsed.reduce((sum, each) => sum + (typeof each === 'object' ? each.milli : 0), 0)
  return String(milli / 1000)
}

const fractions: Readonly<Record<string, number>> = { '½': 500, '¼': 250, '¾': 750, '⅓': 333, '⅔': 667 }
const byPairs = /^пар[аы]?\.?$/i
const pair = /^пар(?:[ауы]|очк[ауи])$/i

/**
 * The most likely value of an unclear quantity in thousandths, only to be proposed: a date that a spreadsheet made of
 * '1.5', the lower end of '5-10', '1 шт + 1' as a sum, '2x5' as a product, '½', 'две', '~10'. Of goods sold by
 * pairs (`unit`) 'пару' is one. Undefined: none.
 */
export function proposeQuantity(text: string, unit = ''): number | undefined {
  const trimmed = text.trim()
  if (byPairs.test(unit.trim()) && pair.test(trimmed)) return 1000
  const milli = Math.round(proposedUnits(trimmed) * 1000)
  return Number.isFinite(milli) && milli > 0 && milli <= maxUnits * 1000 ? milli : undefined
}

function proposedUnits(rawText: string): number {
  const text = rawText.replace(/(?<=\d)[oо](?!\p{L})/giu, '0').replace(estimatePrefix, '')
  const thousands = /^(\d{1,3})[.,](\d{3})$/.exec(text)
  if (thousands) return Number(`${thousands[1]}${thousands[2]}`)
  const iso = /^\d{4}-(\d{2})-(\d{2})$/.exec(text)
  if (iso) return Number(`${Number(iso[2])}.${Number(iso[1])}`)
  const namedMonth = dayAndMonth.exec(text)
  if (namedMonth)
    return Number(
      `${namedMonth[1]}.${1 + months.findIndex((month) => new RegExp(`^(?:${month})`, 'i').test(namedMonth[2] ?? ''))}`,
    )
  const compact = compactDate.exec(text)?.[0]
  if (compact)
    return Number(
      /^(?:19|20)/.test(compact)
        ? `${Number(compact.slice(6))}.${Number(compact.slice(4, 6))}`
        : `${Number(compact.slice(0, 2))}.${Number(compact.slice(2, 4))}`,
    )
  if (ordinal.test(text) || year.test(text)) return Number.NaN
  const [, numberText = '', afterNumber = ''] =
    /^(\d[\d\s\u00a0\u202f.,]*?)[\s\u00a0\u202f]*((?:\p{L}|[$€£¥₸₽]).*)$/u.exec(text) ?? []
  if (timeSpan.test(afterNumber) || moneyAfter.test(afterNumber) || moneyBefore.test(text.replace(/[\s\d.,]+$/, '')))
    return Number.NaN
  const parsed = parseQuantityText(numberText)
  if (multiplierIn(afterNumber) !== 1 && typeof parsed === 'object')
    return (parsed.milli / 1000) * multiplierIn(afterNumber)
  const dotted = /^(\d{1,2})\.(\d{2})(?:\.\d{2,4})?$/.exec(text)
  if (dotted) return Number(`${dotted[1]}.${Number(dotted[2])}`)
  const fraction = /^(\d*)\s*([½¼¾⅓⅔])/.exec(text)
  if (fraction) return Number(fraction[1] || 0) + (fractions[fraction[2] ?? ''] ?? 0) / 1000
  const whole = /^(?:(\d+)\s+)?(\d+)\/(\d+)$/.exec(text)
  if (whole) return Number(whole[1] ?? 0) + Number(whole[2]) / Number(whole[3])
  const numeral = numeralIn(text.replace(unitBeforeNumeral, ''))
  if (numeral !== undefined) return numeral
  if (/[%:]/.test(text) || isFormulaText(text) || monthAndYear.test(text)) return Number.NaN
  const grouped = parseQuantityText(text.replace(/\D+$/, ''))
  if (typeof grouped === 'object') return grouped.milli / 1000
  const numbers =
    text
      .replaceAll(',', '.')
      .match(/\d+(?:\.\d+)?/g)
      ?.map(Number) ?? []
  if (/\d[^+]*\+/.test(text))
    return text
      .split('+')
      .reduce((sum, each, index) => sum + (isNegativeQuantity(each) ? -1 : 1) * (numbers[index] ?? 0), 0)
  if (/^\d+(?:[.,]\d+)?\s*[xх×*]\s*\d+(?:[.,]\d+)?\D*$/i.test(text)) return (numbers[0] ?? 0) * (numbers[1] ?? 0)
  return numbers[0] ?? Number.NaN
}

/** Whether spaces separate numbers rather than thousands: '60 60'. */
function hasSeveralNumbers(text: string, digits: string): boolean {
  const numberWithSpaces = /\d+(?:[\s\u00a0\u2007\u2009\u202f'’]+\d+)+/.exec(text)?.[0]
  return (
    numberWithSpaces !== undefined &&
    digits.startsWith(numberWithSpaces.replace(thousandsSeparators, '').slice(0, digits.length)) &&
    !/^\d{1,3}(?:[\s\u00a0\u2007\u2009\u202f'’]\d{3})+$/.test(numberWithSpaces)
  )
}

function parseNumber(digits: string): number | undefined {
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e')
  const separators = mantissa.replace(/\d/g, '')
  const plain = normaliseDecimal(mantissa, separators)
  if (plain === undefined) return undefined
  const value = Number(plain) * 10 ** Number(exponent)
  return Number.isFinite(value) ? value : undefined
}

/** A single separator is decimal; of two kinds the last is decimal; one kind used twice groups thousands. */
function normaliseDecimal(mantissa: string, separators: string): string | undefined {
  if (separators.length <= 1) return mantissa.replace(',', '.')
  const last = separators.at(-1) ?? ''
  const groups = new Set(separators.slice(0, -1))
  if (groups.size !== 1) return undefined
  const grouping = separators[0] ?? ''
  const whole = grouping === last ? mantissa : mantissa.slice(0, mantissa.lastIndexOf(last))
  if (!new RegExp(`^\\d{1,3}(?:\\${grouping}\\d{3})+$`).test(whole)) return undefined
  return mantissa.replaceAll(grouping, '').replace(',', '.')
}
