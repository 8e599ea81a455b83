import { addDays, type Day } from '#shared/rules/dates.ts'

const months = [
  'янв(?:ар[ья])?',
  'фев(?:рал[ья])?',
  'марта?|мар',
  'апр(?:ел[ья])?',
  'ма[йя]',
  'июн[ья]?',
  'июл[ья]?',
  'авг(?:уста?)?',
  'сент?(?:ябр[ья])?',
  'окт(?:ябр[ья])?',
  'ноя(?:бр[ья])?',
  'дек(?:абр[ья])?',
]
const nominative = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' ')
const monthNumbers = months.map((words) => new RegExp(`^(?:${words})$`, 'iu'))
/** '9 октября 2026 г.', '09-окт-26'. */
export const dayInWords = new RegExp(
  String.raw`(?<!\d)(\d{1,2})[\s-]+(${months.join('|')})\.?[\s-]+(20\d{2}|\d{2})(?!\d)(?:\s*г(?:\.|ода)?(?!\p{L}))?`,
  'giu',
)

/** A month and nothing else: 'Октябрь 2026 г.', 'За октябрь'. */
export const month = new RegExp(
  String.raw`^(?:за\s+)?(?:${nominative.join('|')})(?:\s+(?:20\d{2}|\d{2}))?(?:\s*г(?:\.|ода)?)?$`,
  'iu',
)

/** The first date of a text: '2026-10-09', '09.10.2026', '9.10.26', '09/10/2026', '9 октября 2026 г.'. */
export function findDay(text: string): Day | null {
  const iso = /(?<!\d)(20\d{2})[-./](\d{2})[-./](\d{2})(?!\d)/.exec(text)
  if (iso) return toDay(iso[1], iso[2], iso[3])
  const local = /(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](20\d{2}|\d{2})(?!\d)/.exec(text)
  if (local) return toDay(local[3], local[2], local[1])
  const [words] = text.matchAll(dayInWords)
  if (!words) return null
  const number = monthNumbers.findIndex((pattern) => pattern.test(words[2] ?? '')) + 1
  return toDay(words[3], String(number), words[1])
}

function toDay(year = '', month = '', date = ''): Day | null {
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && addDays(day, 0) === day ? day : null
}
