/**
 * A line of goods: one kind of thing, and everything that distinguishes its goods.
 *
 * Axes are written as `value:price factor:article code; …`; an axis of several parameters that belong together
 * names them as `a|b` and writes values as `1|2`. Factor and code may be left out.
 * A parameter that starts with `*` is a form of a word for the name and never leaves as a parameter.
 * Names, descriptions and articles hold placeholders: `{Диаметр}` is a parameter (without its unit), `{article}`,
 * `{brand}`; articles also `{1}` (code of the first axis), `{1a}`, `{1b}` (its parts) and `#` (a digit).
 */
export interface Line {
  /** `Группа/Подгруппа[/Подгруппа]` */
  category: string
  picture: string
  name: string
  description: string
  /** `Brand`, or `Brand:article pattern` where the brand's usual pattern does not fit. */
  brands: readonly string[]
  axes?: Readonly<Record<string, string>>
  /** Goods known one by one: `brand | article | value of every column | price | kg` per text line. */
  models?: { columns: readonly string[]; rows: string }
  params?: Readonly<Record<string, string>>
  variants?: Readonly<Record<string, string>>
  unit?: UnitName
  /** `10`, `0.25`: Кратность; `Да/100`: Да with a pack in the unit's recalculation; `Да*100`: Да with 'В упаковке'. */
  step?: string
  /** Wholesale roubles of the good whose factors are all 1. */
  price: number
  kilograms: number
  /** The share of combinations that a brand carries; all by default. */
  share?: number
}

export interface Brand {
  /** Price level against the middle of the market. */
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
  /** How much of its lines the wholesaler carries, beside what each line says of itself. */
  share: number
  /** Soft fills of the drawn pictures, by the brand's tint. */
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
