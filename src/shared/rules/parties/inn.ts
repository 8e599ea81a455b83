/** ИНН and КПП (product.md §2). */

const weights10 = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const weights11 = [7, ...weights10]
const weights12 = [3, ...weights11]

/** 10 digits of a company or 12 of a person, with correct check digits; not all zeros. */
export function isInn(text: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(text) || /^0+$/.test(text)) return false
  if (text.length === 10) return checkDigit(text, weights10) === Number(text[9])
  return checkDigit(text, weights11) === Number(text[10]) && checkDigit(text, weights12) === Number(text[11])
}

export const wrongInnMessage = (inn: string): string => `ИНН ${inn} неверен: проверьте цифры`

/** Four digits of the tax office, two of the reason (digits or Latin capitals), three of the number. */
export function isKpp(text: string): boolean {
  return /^\d{4}[0-9A-Z]{2}\d{3}$/.test(text)
}

export const wrongKppMessage = (kpp: string): string => `КПП ${kpp} неверен`

function checkDigit(digits: string, weights: number[]): number {
  return (weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11) % 10
}
