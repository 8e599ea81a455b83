import type { ReactNode } from 'react'
import type { FilterReply, ProductRow } from '#shared/api/catalogue.ts'
import { unavailableMessage } from '#shared/rules/step-text.ts'
import type { GoodsMark } from './GoodsMarks.tsx'
import type { Selection } from './selection.ts'

/** What a list of goods shows, as a table or as cards. */
export type GoodsRows = {
  rows: readonly ProductRow[]
  warehouses: FilterReply['actualWms']
  /** Other rows are on their way. */
  waiting: boolean
  showPrices: boolean
  /** The quantity field of a row; undefined where the person may not order. */
  quantity: ((row: ProductRow) => ReactNode) | undefined
  /** The star at a row's end; undefined for those who keep no lists. */
  star: ((row: ProductRow) => ReactNode) | undefined
  /** The sign that puts a row among the compared ones. */
  compare?: ((row: ProductRow) => ReactNode) | undefined
  /** Checkboxes before the rows; undefined where nothing can be done with several. */
  selection?: Selection | undefined
  /** What every row of this list is, and none has to say. */
  obvious?: GoodsMark | undefined
  /** A column of this list's own. */
  own?: { header: string; width: number; number?: boolean; cell: (row: ProductRow) => ReactNode } | undefined
}

/** Why nothing of a row can be ordered, where nothing can. */
export function unavailableText({ below_step: belowStep }: Pick<ProductRow, 'below_step'>): string {
  return unavailableMessage(belowStep)
}

/** How a row is called in labels of its buttons. */
export function rowName({ articul, header }: Pick<ProductRow, 'articul' | 'header'>): string {
  return articul || header
}
