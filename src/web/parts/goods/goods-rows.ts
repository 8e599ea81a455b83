import type { ReactNode } from 'react'
import type { FilterReply, ProductRow } from '#shared/api/catalogue.ts'
import { unavailableMessage } from '#shared/rules/step-text.ts'
import type { GoodsMark } from './GoodsMarks.tsx'
import type { Selection } from './selection.ts'

/** What a list of goods shows, as a table or as cards. */
export type GoodsRows = {
  rows: readonly ProductRow[]
  warehouses: FilterReply['actualWms']
  /** Other rows are loading. */
  waiting: boolean
  showPrices: boolean
  /** The quantity field of a row; undefined where the person may not order. */
  quantity: ((row: ProductRow) => ReactNode) | undefined
  /** The star at a row's end; undefined for those who keep no lists. */
  star: ((row: ProductRow) => ReactNode) | undefined
  /** The button that adds a row to the comparison. */
  compare?: ((row: ProductRow) => ReactNode) | undefined
  /** Checkboxes before the rows; undefined where nothing can be done with several. */
  selection?: Selection | undefined
  /** Flag that every row of this list has: not repeated per row. */
  obvious?: GoodsMark | undefined
  /** An additional column of this list. */
  own?: { header: string; width: number; number?: boolean; cell: (row: ProductRow) => ReactNode } | undefined
}

/** Why a row cannot be ordered; undefined where it can. */
export function unavailableText({ below_step: belowStep }: Pick<ProductRow, 'below_step'>): string {
  return unavailableMessage(belowStep)
}

/** Name of a row in labels of its buttons. */
export function rowName({ articul, header }: Pick<ProductRow, 'articul' | 'header'>): string {
  return articul || header
}
