/**
 * A line of goods: similar goods and the parameters that distinguish them.
 *
 * Axes are written as `value:price factor:article code; …`. An axis of several dependent parameters is named `a|b` and
 * has values `1|2`. Factor and code are optional. A parameter with the prefix `*` is a word form for the name and is
 * not exported. Names, descriptions and articles have placeholders: `{Диаметр}` is a parameter (without its unit),
 * `{article}`, `{brand}`; articles also `{1}` (code of the first axis), `{1a}`, `{1b}` (its parts) and `#` (a digit).
 */
export interface Line {
  /** `Группа/Подгруппа[/Подгруппа]` */
  category: string
  picture: string
  name: string
  description: string
  /** `Brand`, or `Brand:article pattern` to override the brand's pattern. */
  brands: readonly string[]
  axes?: Readonly<Record<string, string>>
  /** Explicit goods: `brand | article | value of every column | price | kg` per text line. */
  models?: { columns: readonly string[]; rows: string }
  params?: Readonly<Record<string, string>>
  variants?: Readonly<Record<string, string>>
  unit?: UnitName
  /** `10`, `0.25`: Кратность; `Да/100`: Да with a pack in Пересчет; `Да*100`: Да with 'В упаковке'. */
  step?: string
  /** Wholesale price in roubles if all factors are 1. */
  price: number
  kilograms: number
  /** Share of combinations that a brand offers; all by default. */
  share?: number
}

export interface Brand {
  /** Price level relative to the market average. */
  level: number
  countries: readonly string[]
  article: string
  /** GS1 prefix of the barcodes. */
  prefix: string
  tint: 0 | 1 | 2
}

export interface Trade {
  brands: Readonly<Record<string, Brand>>
  lines: readonly Line[]
  /** Share of its lines that the wholesaler offers, multiplied with that of each line. */
  share: number
  /** Pastel fills of the pictures, by the brand's tint. */
  tints: readonly [string, string, string]
}

export const units = {
  шт: { code: '796', full: 'Штука', international: 'PCE' },
  кг: { code: '166', full: 'Килограмм', international: 'KGM' },
  м: { code: '006', full: 'Метр', international: 'MTR' },
  пара: { code: '715', full: 'Пара (2 шт.)', international: 'NPR' },
  упак: { code: '778', full: 'Упаковка', international: 'NMP' },
  компл: { code: '839', full: 'Комплект', international: 'SET' },
  набор: { code: '704', full: 'Набор', international: 'SET' },
  рул: { code: '736', full: 'Рулон', international: 'NPL' },
} as const

export type UnitName = keyof typeof units
