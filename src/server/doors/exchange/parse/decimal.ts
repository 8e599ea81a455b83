/** An exact number: `digits` / 10^`scale`. Money and quantities of 1C never pass through floats. */
export type Decimal = { digits: bigint; scale: number }

/**
 * Reads a number as 1C writes it: '1271', '2042.66', '1 271,50' with any spaces, '1,271.50', a sign. Undefined when it
 * is none, or has more than 30 characters.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const plain = withPoint(text.replace(/[\s\u00a0\u202f']/g, ''))
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(plain)
  if (match === null || plain.length > 30) return undefined
  const [, sign, whole = '', fraction = ''] = match
  if (whole + fraction === '') return undefined
  const digits = BigInt(whole + fraction)
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length }
}

/** Of a point and a comma the later one parts the fraction, the others part thousands. */
function withPoint(text: string): string {
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

/** A number in integer thousandths, half up; undefined when it is none or too large to be a quantity. */
export function parseMilli(text: string): number | undefined {
  return scaled(parseDecimal(text), 1000n)
}

/** A number times `factor`, rounded half up to a whole one; undefined beyond ±9·10^15. */
export function scaled(value: Decimal | undefined, factor: bigint): number | undefined {
  if (value === undefined) return undefined
  const result = Number(divideHalfUp(value.digits * factor, 10n ** BigInt(value.scale)))
  return Number.isSafeInteger(result) ? result : undefined
}
