import type { Attributes } from '#server/platform/files/xml-text.ts'

/** OKEI code → full name and international code of common units. */
const units: Record<string, readonly [string, string]> = {
  '003': ['Миллиметр', 'MMT'],
  '004': ['Сантиметр', 'CMT'],
  '006': ['Метр', 'MTR'],
  '055': ['Квадратный метр', 'MTK'],
  '112': ['Литр', 'LTR'],
  '113': ['Кубический метр', 'MTQ'],
  '163': ['Грамм', 'GRM'],
  '166': ['Килограмм', 'KGM'],
  '168': ['Тонна', 'TNE'],
  '625': ['Лист', 'LEF'],
  '704': ['Набор', 'SET'],
  '715': ['Пара (2 шт.)', 'NPR'],
  '736': ['Рулон', 'NPL'],
  '778': ['Упаковка', 'NMP'],
  '796': ['Штука', 'PCE'],
  '798': ['Тысяча штук', 'MIL'],
  '839': ['Комплект', 'KMP'],
}

/** Attributes of БазоваяЕдиница. Codes that do not fit the schema are omitted. */
export function unitAttributes(okei: string, version: string): Attributes {
  const code = okei.trim()
  if (!(version === '2.07' ? /^\d{3}$/ : /^\d{3,4}$/).test(code)) return {}
  const known = units[code]
  return known === undefined
    ? { Код: code }
    : { Код: code, НаименованиеПолное: known[0], МеждународноеСокращение: known[1] }
}
