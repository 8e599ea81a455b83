import type { UnitName } from './line.ts'

/** A good of the demo range. Money in kopecks, quantities in thousandths. */
export interface Good {
  id: string
  code: string
  article: string
  barcode: string
  name: string
  description: string
  brand: string
  category: string
  unit: UnitName
  packCoefficient: number | undefined
  grams: number
  params: ReadonlyMap<string, string>
  flags: readonly Flag[]
  /** Keys of generated pictures, the main one first; may be empty. */
  pictures: readonly string[]
  variants: readonly Variant[]
  /** Only for goods without variants. */
  supply: Supply
}

export interface Variant {
  id: string
  article: string
  barcode: string
  name: string
  params: ReadonlyMap<string, string>
  supply: Supply
}

export interface Supply {
  wholesaleKopecks: number
  largeWholesaleKopecks: number
  dealerKopecks: number
  recommendedKopecks: number
  /** Stock by warehouse, in thousandths of the unit. */
  moscowMilli: number
  petersburgMilli: number
  kazanMilli: number
}

export const flags = ['Хит', 'Новинка', 'Распродажа'] as const

export type Flag = (typeof flags)[number]
