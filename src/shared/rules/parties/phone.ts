/** Russian phone numbers as forms take them: +7 (XXX) XXX-XX-XX [V.8]. */

const subscriberLength = 10
const genitives = ['', 'одной', 'двух', 'трёх', 'четырёх', 'пяти', 'шести', 'семи', 'восьми', 'девяти']

export function isPhone(text: string): boolean {
  return /^\+7 \(\d{3}\) \d{3}-\d{2}-\d{2}$/.test(text)
}

/** A whole number in the one form: '8 495 730-15-20' → '+7 (495) 730-15-20'. Anything else as it is, trimmed. */
export function formatPhone(text: string): string {
  const digits = subscriberDigits(text)
  if (digits.length !== subscriberLength || /[^\d\s()+.-]/.test(text)) return text.trim()
  return digits.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 ($1) $2-$3-$4')
}

/** What is wrong with a phone, in Russian; undefined if nothing is. */
export function phoneFault(text: string): string | undefined {
  if (text.trim() === '') return 'Укажите телефон'
  if (isPhone(text)) return undefined
  const missing = subscriberLength - subscriberDigits(text).length
  if (missing < 0) return 'Лишние цифры: после +7 их десять'
  if (missing > 0 && missing < subscriberLength)
    return `Не хватает ${genitives[missing]} ${missing === 1 ? 'цифры' : 'цифр'}`
  return 'Укажите телефон в виде +7 (XXX) XXX-XX-XX'
}

/** Digits behind the country's code, which is written +7, 7, 8 or left out. */
function subscriberDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  const hasCode = /^\s*(\+7|[78][\s(-])/.test(text) || (digits.length > subscriberLength && /^[78]/.test(digits))
  return hasCode ? digits.slice(1) : digits
}
