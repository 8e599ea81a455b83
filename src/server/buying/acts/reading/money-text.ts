/** '37480', '37480,2', '1.234.567', '1,234,567.89', '1.234,50', '1.234-50', '1234=50'. */
const plain = /^(\d+)(?:[.,](\d{1,2})|[-=](\d{2}))?$/
const grouped = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,2})|[-=](\d{2}))?$/
/** Results of formulas: '37480.200000000004', or three decimals, '37480,200'. */
const computed = /^(?:\d+\.\d{4,}|\d{4,}[.,]\d{3})$/

/**
 * Parses a sum in kopecks: '37 480,20', '37480.2', '(500,00)', '−5 руб.', '500,00-', '5 руб. 20 коп.'; undefined: not a
 * sum.
 */
export function parseKopecks(text: string): number | undefined {
  const bare = text
    .replace(/[\s\u00a0\u2007\u2009\u202f'’]/g, '')
    .replace(/(\d)(?:рублей|руб\.?|р\.?)(\d{2})(?:копеек|коп\.?|к\.?)?(?=\D*$)/i, '$1,$2')
    .replace(/(?:рублей|руб\.?|р\.|₽|rub)$/i, '')
  const [, bracket, sign = '', digits = '', after = ''] = /^(\()?([-–−+]?)(\d[\d.,=-]*?)([-–−]?)\)?$/.exec(bare) ?? []
  const kopecks = kopecksOfDigits(digits)
  if (kopecks === undefined || kopecks > 1e15) return undefined
  const isNegative = bracket !== undefined || (sign !== '' && sign !== '+') || after !== ''
  return kopecks !== 0 && isNegative ? -kopecks : kopecks
}

function kopecksOfDigits(digits: string): number | undefined {
  if (computed.test(digits)) return Math.round(Number(digits.replace(',', '.')) * 100)
  const simple = plain.exec(digits)
  if (simple) return withDecimals(simple[1] ?? '', simple[2] ?? simple[3])
  const groups = grouped.exec(digits)
  return groups ? withDecimals((groups[1] ?? '').replace(/[.,]/g, ''), groups[3] ?? groups[4]) : undefined
}

function withDecimals(whole: string, decimals = ''): number {
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}
