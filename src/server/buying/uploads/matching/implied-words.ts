import { stemOf } from '#server/catalogue/facets/text/stem.ts'
import type { Word } from './words.ts'

/** RAL numbers and the colours that buyers call them; by the first digit for others. */
const ralColours: readonly (readonly [numbers: RegExp, colours: string])[] = [
  [/^101[3-5]|^1001|^1000/, 'бежевый'],
  [/^300[3-57]/, 'красный бордовый вишневый'],
  [/^501[25]/, 'синий голубой'],
  [/^900[1-3]|^901[0368]/, 'белый'],
  [/^90(?:04|05|11|17)/, 'черный'],
  [/^900[67]|^9022/, 'серый серебристый'],
  [/^1/, 'желтый'],
  [/^2/, 'оранжевый'],
  [/^3/, 'красный'],
  [/^4/, 'фиолетовый'],
  [/^5/, 'синий'],
  [/^6/, 'зеленый'],
  [/^7/, 'серый'],
  [/^8/, 'коричневый'],
]
const [warmestK, neutralK, coldK, coldestK] = [2000, 3400, 4600, 10_000]

/**
 * Words implied by numbers in a good's name: 'коричневый' by RAL 8017, 'холодный' by 6500 К. Buyers use the word, names
 * the number.
 */
export function impliedWords(words: readonly Word[]): Word[] {
  return words.flatMap((word, index) => {
    const ral = /^ral(\d{4})$/.exec(word.text)?.[1] ?? (words[index - 1]?.text === 'ral' ? word.text : '')
    const colours = ral === '' ? lightColours(word) : ralColourNames(ral)
    return colours.map((shown) => ({ ...word, text: stemOf(shown), shown, isNumber: false, unit: '' }))
  })
}

function ralColourNames(ral: string): readonly string[] {
  return ralColours.find(([numbers]) => numbers.test(ral))?.[1].split(' ') ?? []
}

function lightColours({ text, isNumber, unit }: Word): readonly string[] {
  const kelvin = isNumber && unit === 'к' ? Number(text) : 0
  if (!(kelvin >= warmestK && kelvin <= coldestK)) return []
  if (kelvin < neutralK) return ['теплый']
  return kelvin < coldK ? ['нейтральный', 'дневной'] : ['холодный', 'дневной']
}
