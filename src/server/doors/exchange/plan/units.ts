/** Common OKEI codes, for exports that send a unit by code only. */
const names: Record<string, string> = {
  '003': 'мм',
  '004': 'см',
  '006': 'м',
  '018': 'пог. м',
  '055': 'м²',
  '112': 'л',
  '113': 'м³',
  '111': 'мл',
  '163': 'г',
  '166': 'кг',
  '168': 'т',
  '616': 'боб',
  '625': 'лист',
  '704': 'набор',
  '715': 'пар',
  '728': 'пач',
  '736': 'рул',
  '778': 'упак',
  '796': 'шт',
  '797': '100 шт',
  '798': 'тыс. шт',
  '812': 'ящ',
  '839': 'компл',
  '868': 'бут',
  '872': 'флак',
  '356': 'ч',
}

export const pieces = { okei: '796', name: 'шт' }
const kilograms = '166'
export const packs = '778'

/** '6', '006' and '796 ' are normalised to three digits. */
export function normaliseOkei(code: string): string {
  const digits = code.trim()
  return /^\d{1,3}$/.test(digits) ? digits.padStart(3, '0') : digits
}

export function unitName(okei: string): string | undefined {
  return names[normaliseOkei(okei)]
}

const codes = new Map(Object.entries(names).map(([code, name]) => [normaliseUnitName(name), code]))

/** The code of a name such as 'шт.' or 'Упак'; '' if unknown. */
export function okeiOfName(name: string): string {
  return codes.get(normaliseUnitName(name)) ?? ''
}

function normaliseUnitName(name: string): string {
  return name.toLowerCase().replace(/[.\s]/g, '')
}

/** Units after Кратность that do not change its value, unlike 'тыс. шт' or 'г'. */
const multiplicityUnits = ['шт', 'штук', 'штука', 'штуки', 'пар', 'пара', 'пары', 'м', 'кг', 'л', 'уп', 'упак']
const unitAfterNumber = new RegExp(String.raw`(?<=\d)\s*(?:${multiplicityUnits.join('|')})\.?\s*$`, 'i')

/** The number in a Кратность such as '10 шт.': '10'. */
export function withoutUnit(multiplicity: string): string {
  return multiplicity.replace(unitAfterNumber, '')
}

export function isByKilogram({ okei, name }: { okei: string; name: string }): boolean {
  return okei === kilograms || /^кг\.?$/i.test(name)
}
