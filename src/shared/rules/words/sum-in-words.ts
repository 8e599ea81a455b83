/** Сумма прописью, as in invoices and acts. */
import { plural, type PluralForms } from '../plural.ts'
import { numbersBelowTwenty } from './numbers.ts'

/** Kopecks → 'Одна тысяча двести рублей 50 копеек'. Whole, from 0 up to less than a quadrillion roubles. */
export function sumInWords(kopecks: number): string {
  if (!Number.isSafeInteger(kopecks) || kopecks < 0 || kopecks >= maxKopecks)
    throw new RangeError(`no words for ${kopecks} kopecks`)
  const roubles = Math.floor(kopecks / 100)
  const rest = kopecks % 100
  const words =
    `${numberInWords(roubles)} ${plural(roubles, ['рубль', 'рубля', 'рублей'])} ${String(rest).padStart(2, '0')} ` +
    plural(rest, ['копейка', 'копейки', 'копеек'])
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const maxKopecks = 90_000_000_000_000_00

const scales: readonly { forms: PluralForms; feminine?: true }[] = [
  { forms: ['', '', ''] },
  { forms: ['тысяча', 'тысячи', 'тысяч'], feminine: true },
  { forms: ['миллион', 'миллиона', 'миллионов'] },
  { forms: ['миллиард', 'миллиарда', 'миллиардов'] },
  { forms: ['триллион', 'триллиона', 'триллионов'] },
]
const feminineUnits: Record<number, string> = { 1: 'одна', 2: 'две' }
const tens = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
]
const hundreds = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
]

/** Roubles are masculine. */
function numberInWords(value: number): string {
  if (value === 0) return 'ноль'
  const parts: string[] = []
  for (let rest = value, index = 0; rest > 0; rest = Math.floor(rest / 1000), index += 1) {
    const three = rest % 1000
    const scale = scales[index]
    if (three > 0 && scale)
      parts.unshift(
        [threeInWords(three, scale.feminine === true), plural(three, scale.forms)].filter(Boolean).join(' '),
      )
  }
  return parts.join(' ')
}

function threeInWords(value: number, feminine: boolean): string {
  const below = value % 100
  const unit = below < 20 ? below : below % 10
  const words = [
    hundreds[Math.floor(value / 100)],
    below < 20 ? '' : tens[Math.floor(below / 10)],
    (feminine && feminineUnits[unit]) || numbersBelowTwenty[unit],
  ]
  return words.filter(Boolean).join(' ')
}
