/** EAN-13: twelve digits and their check digit (weights 1 and 3 from the left). */
export function ean13(digits: string): string {
  if (!/^\d{12}$/.test(digits)) throw new Error(`EAN-13 needs 12 digits, got '${digits}'`)
  return digits + String(checkDigit(digits))
}

export function isEan13(code: string): boolean {
  return /^\d{13}$/.test(code) && ean13(code.slice(0, 12)) === code
}

function checkDigit(digits: string): number {
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return (10 - (sum % 10)) % 10
}
