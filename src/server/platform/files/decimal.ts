/** Kopecks as a decimal with two places, as in CommerceML and YML: '9683.42'. */
export function roublesOf(kopecks: number): string {
  return fixed(kopecks, 2)
}

/** Thousandths as a decimal without trailing zeros: 2500 → '2.5'. */
export function decimalOf(milli: number): string {
  return fixed(milli, 3).replace(/\.?0+$/, '')
}

function fixed(value: number, places: number): string {
  const sign = value < 0 ? '-' : ''
  const digits = String(Math.abs(value)).padStart(places + 1, '0')
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
