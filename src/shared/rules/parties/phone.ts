/** Russian phone numbers in the format of forms: +7 (XXX) XXX-XX-XX [V.8]. */

const subscriberLength = 10
const genitives = ['', 'одной', 'двух', 'трёх', 'четырёх', 'пяти', 'шести', 'семи', 'восьми', 'девяти']

export function isPhone(text: string): boolean {
  return /^\+7 \(\d{3}\) \d{3}-\d{2}-\d{2}$/.test(text)
}

/** Formats a complete number: '8 495 730-15-20' → '+7 (495) 730-15-20'. Any other text is only trimmed. */
export function formatPhone(text: string): string {
  const digits = subscriberDigits(text)
  if (digits.length !== subscriberLength || /[^\d\s()+.-]/.test(text)) return text.trim()
  return digits.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 ($1) $2-$3-$4')
}

/** The error of a phone number in Russian; undefined if it is valid. */
export function phoneError(text: string): string | undefined {
  if (text.trim() === '') return 'Укажите телефон'
  if (isPhone(text)) return undefined
  const missing = subscriberLength - subscriberDigits(text).length
  if (missing < 0) return 'Лишние цифры: после +7 их десять'
  if (missing > 0 && missing < subscriberLength)
    return `Не хватает ${genitives[missing]} ${missing === 1 ? 'цифры' : 'цифр'}`
  return 'Укажите телефон в виде +7 (XXX) XXX-XX-XX'
}

/** Digits after the country code, which is written +7, 7, 8 or omitted. */
function subscriberDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  const hasCode = /^\s*(\+7|[78][\s(-])/.test(text) || (digits.length > subscriberLength && /^[78]/.test(digits))
  return hasCode ? digits.slice(1) : digits
}
