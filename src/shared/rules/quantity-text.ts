import { isFormulaText } from './formula-text.ts'
import { wantedMilli } from './money.ts'

/** What a quantity cell says: a number, nothing at all, or something that only a person understands. */
export type QuantityText = { milli: number } | 'empty' | 'unclear'

/** Spaces of every kind, and the apostrophe that some countries group thousands with. */
const gaps = /[\s\u00a0\u2007\u2009\u202f'’]/g
const dashes = /^[-–—−.]*$/
/** '50090.50 1' are two numbers. */
const decimalsGoOn = /[.,]\d+[\s\u00a0\u2007\u2009\u202f]+\d/
/** '250 руб' is a price. */
const money = /^(?:₽|(?:руб[а-я]*|р|коп|rub)(?![а-яa-z]))/i
/** 'нет', 'не надо'. */
const nothing = /^(?:нет|не(?:надо|нужно|нужен|нужна|требуется|заказывать))[.!]?$/i
const number = /(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:e[+-]?\d{1,2})?/i
/** What comes after a number where there is another one: '5-10', '2x5', '12.11.2026 10:00', '1/2'. */
const goesOn = /^[-–—−+*xх×/:=.,]+\d/i
const largest = 999_999_999

/**
 * Quantity of a cell or of a pasted text → thousandths: its first number, comma or point, thousands apart by spaces, a
 * unit or words around it ('10 шт', 'более 50', '6,31', '1 200'); the sign is dropped [V.7], more than three decimals
 * go up. 'empty' for nothing, a dash, 'нет' or 0; 'unclear' for words alone, for several numbers, for money, for a formula without its value, and
 * above 999,999,999.
 */
export function parseQuantityText(text: string): QuantityText {
  if (isFormulaText(text)) return 'unclear'
  const packed = text.replace(gaps, '')
  if (dashes.test(packed) || nothing.test(packed)) return 'empty'
  const found = number.exec(packed)
  if (!found) return 'unclear'
  const before = packed.slice(0, found.index)
  const after = packed.slice(found.index + found[0].length)
  // 'M8' is no quantity, nor is '12.11.2026'.
  if (/[a-z]$/i.test(before) || goesOn.test(after)) return 'unclear'
  if (money.test(after) || isSeveral(text, found[0]) || decimalsGoOn.test(text)) return 'unclear'
  const value = valueOf(found[0])
  if (value === undefined || value > largest) return 'unclear'
  return value === 0 ? 'empty' : { milli: wantedMilli(value) }
}

/** What packs are called, and what is sold by them. */
const pack = /^(?:уп|упк|упак|кор|короб|пач|блок|бл|ящ|палл?ет|поддон|мешк?|меш)[а-яё]*$/i

/** Whether a unit means packs of something. */
export function isPackUnit(unit: string): boolean {
  return pack.test(unit.trim().replace(/\.$/, ''))
}

/**
 * The same for goods that are sold by `unit`: packs of what is not sold by packs are 'unclear', unless the text says both,
 * '1 уп (10 шт)'.
 */
export function parseQuantityOf(text: string, unit: string): QuantityText {
  const read = parseQuantityText(text)
  const [, counted = ''] = /\d[\s\u00a0]*(\p{L}+)/u.exec(text) ?? []
  if (typeof read === 'string' || !isPackUnit(counted) || isPackUnit(unit)) return read
  const [, inside, insideUnit = ''] = /[(=]\s*(\d[\d\s.,]*?)\s*(\p{L}+)\.?\s*\)?\s*$/u.exec(text) ?? []
  return inside !== undefined && insideUnit.toLowerCase() === unit.trim().replace(/\.$/, '').toLowerCase() ? parseQuantityText(inside) : 'unclear'
}

/** Packing the spaces has joined numbers that are no groups of thousands: '60 60'. */
function isSeveral(text: string, digits: string): boolean {
  const spaced = /\d+(?:[\s\u00a0\u2007\u2009\u202f'’]+\d+)+/.exec(text)?.[0]
  return spaced !== undefined && digits.startsWith(spaced.replace(gaps, '').slice(0, digits.length)) && !/^\d{1,3}(?:[\s\u00a0\u2007\u2009\u202f'’]\d{3})+$/.test(spaced)
}

function valueOf(digits: string): number | undefined {
  const [mantissa = '', exponent = '0'] = digits.toLowerCase().split('e')
  const signs = mantissa.replace(/\d/g, '')
  const plain = withPoint(mantissa, signs)
  if (plain === undefined) return undefined
  const value = Number(plain) * 10 ** Number(exponent)
  return Number.isFinite(value) ? value : undefined
}

/** One sign is the decimal one; of two kinds the last is; one kind more than once groups thousands. */
function withPoint(mantissa: string, signs: string): string | undefined {
  if (signs.length <= 1) return mantissa.replace(',', '.')
  const last = signs.at(-1) ?? ''
  const groups = new Set(signs.slice(0, -1))
  if (groups.size !== 1) return undefined
  const grouping = signs[0] ?? ''
  const whole = grouping === last ? mantissa : mantissa.slice(0, mantissa.lastIndexOf(last))
  if (!new RegExp(`^\\d{1,3}(?:\\${grouping}\\d{3})+$`).test(whole)) return undefined
  return mantissa.replaceAll(grouping, '').replace(',', '.')
}
