import type { AddressSuggestion, NameSuggestion } from '#shared/api/organisation/suggestions.ts'
import { cities, type City } from './cities.ts'
import { menNames, patronymicsOf, womenNames } from './first-names.ts'

const maxSuggestions = 10

type SavedAddress = { fullAddress: string; postindex: string }

/** Saved addresses with every word of the query, then cities: first those whose name begins with it. */
export function suggestLocalAddresses(query: string, saved: readonly SavedAddress[]): AddressSuggestion[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const own = saved
    .filter(({ fullAddress, postindex }) => beginsWithAll(wordsOf(`${postindex} ${fullAddress}`), words))
    .map(({ fullAddress, postindex }) => toAddress(fullAddress, { postalCode: postindex }))
  const towns = cities
    .filter((city) => beginsWithAll(wordsOf(toText(city)), words))
    .toSorted((a, b) => Number(hasPrefix(b, query)) - Number(hasPrefix(a, query)))
    .map((city) => toAddress(toText(city), { region: city.region || city.name, city: city.name }))
  return [...own, ...towns].slice(0, maxSuggestions)
}

function toText({ region, name }: City): string {
  return region === '' ? `г. ${name}` : `${region}, г. ${name}`
}

function hasPrefix({ name }: City, query: string): boolean {
  return normalized(name).startsWith(normalized(query).replace(/^(г|гор|город)[. ]+/, ''))
}

function toAddress(
  value: string,
  { postalCode = '', region = '', city = '' }: { postalCode?: string; region?: string; city?: string },
): AddressSuggestion {
  return {
    value,
    postal_code: postalCode,
    data: { region, city, street: '', house: '', fias_id: '', geo_lat: null, geo_lon: null },
  }
}

/**
 * Completes the last word: after a surname come the first name and a matching patronymic; surnames are never suggested.
 */
export function suggestLocalNames(query: string): NameSuggestion[] {
  const words = query.trim().split(/\s+/)
  if (words.length < 2 || words.length > 3) return []
  const [surname = '', name = '', patronymic] = words
  if (patronymic === undefined)
    return [...menNames, ...womenNames]
      .filter((each) => normalized(each).startsWith(normalized(name)))
      .slice(0, maxSuggestions)
      .map((each) => toName(surname, each, ''))
  const isWoman = womenNames.some((each) => normalized(each) === normalized(name))
  return menNames
    .map((father) => patronymicsOf(father)[isWoman ? 1 : 0])
    .filter((each) => normalized(each).startsWith(normalized(patronymic)))
    .slice(0, maxSuggestions)
    .map((each) => toName(surname, name, each))
}

function toName(surname: string, name: string, patronymic: string): NameSuggestion {
  return {
    value: [surname, name, patronymic].filter(Boolean).join(' '),
    data: { surname, name, patronymic },
  }
}

/** Each word of the query is a prefix of a word of the text. */
function beginsWithAll(textWords: readonly string[], queryWords: readonly string[]): boolean {
  return queryWords.every((queryWord) => textWords.some((word) => word.startsWith(queryWord)))
}

function wordsOf(text: string): string[] {
  return normalized(text)
    .split(/[^a-zа-я0-9]+/)
    .filter(Boolean)
}

function normalized(text: string): string {
  return text.trim().toLowerCase().replaceAll('ё', 'е')
}
