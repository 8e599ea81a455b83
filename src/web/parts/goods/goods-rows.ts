import type { ReactNode } from 'react'
import type { FilterReply, ProductRow } from '#shared/api/catalogue.ts'
import { unavailableMessage } from '#shared/rules/step-text.ts'
import type { GoodsMark } from './GoodsMarks.tsx'
import type { Selection } from './selection.ts'

export const noGoodsYet = 'Здесь пока нет товаров'

/** Data of a list of goods, shown as a table or as cards. */
export type GoodsRows = {
  rows: readonly ProductRow[]
  warehouses: FilterReply['actualWms']
  /** Other rows are loading. */
  isRefreshing: boolean
  showPrices: boolean
  /** The quantity field of a row; undefined if the user may not order. */
  quantity: ((row: ProductRow) => ReactNode) | undefined
  /** The star at the end of a row; undefined for users without lists. */
  star: ((row: ProductRow) => ReactNode) | undefined
  /** The button that adds a row to the comparison. */
  compare?: ((row: ProductRow) => ReactNode) | undefined
  /** A short note at a row's price. */
  priceNote?: ((row: ProductRow) => ReactNode) | undefined
  /** Checkboxes of the rows; undefined without bulk actions. */
  selection?: Selection | undefined
  /** Flag that every row of this list has: not repeated per row. */
  impliedMark?: GoodsMark | undefined
  /** An additional column of this list. */
  extraColumn?: { header: string; width: number; number?: boolean; cell: (row: ProductRow) => ReactNode } | undefined
}

/** Why a row cannot be ordered; undefined if it can. */
export function unavailableText({ below_step: belowStep }: Pick<ProductRow, 'below_step'>): string {
  return unavailableMessage(belowStep)
}

/** Name of a row in the accessible names of its buttons. */
export function rowName({ articul, header }: Pick<ProductRow, 'articul' | 'header'>): string {
  return articul || header
}
