/** An exact number: `digits` / 10^`scale`. Money and quantities from 1C never become floats. */
export type Decimal = { digits: bigint; scale: number }

/**
 * Parses a number as 1C writes it: '1271', '2042.66', '1 271,50' with any spaces, '1,271.50', signed. Undefined if
 * invalid or longer than 30 characters.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const plain = normaliseSeparators(text.replace(/[\s\u00a0\u202f']/g, ''))
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(plain)
  if (match === null || plain.length > 30) return undefined
  const [, sign, whole = '', fraction = ''] = match
  if (whole + fraction === '') return undefined
  const digits = BigInt(whole + fraction)
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length }
}

/** Of point and comma the last one is the decimal separator, the others group thousands. */
function normaliseSeparators(text: string): string {
  if (!text.includes('.') || !text.includes(',')) return text.replace(',', '.')
  return text.lastIndexOf(',') > text.lastIndexOf('.')
    ? text.replaceAll('.', '').replace(',', '.')
    : text.replaceAll(',', '')
}

/** numerator / denominator rounded half up (away from zero for negative numbers). */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const top = numerator < 0n ? -numerator : numerator
  const bottom = denominator < 0n ? -denominator : denominator
  const rounded = (top * 2n + bottom) / (bottom * 2n)
  return negative ? -rounded : rounded
}

/** A number in integer thousandths, half up; undefined if invalid or too large for a quantity. */
export function parseMilli(text: string): number | undefined {
  return multiply(parseDecimal(text), 1000n)
}

/** A number times `factor`, rounded half up to an integer; undefined beyond ±9·10^15. */
export function multiply(value: Decimal | undefined, factor: bigint): number | undefined {
  if (value === undefined) return undefined
  const result = Number(divideHalfUp(value.digits * factor, 10n ** BigInt(value.scale)))
  return Number.isSafeInteger(result) ? result : undefined
}
