import type { GoodsOption } from '#web/parts/goods/GoodsOptions.tsx'
import type { GoodsFinder } from '#web/parts/goods/goods-finder.ts'
import type { Column, GridRow, StoredRow } from './grid-rows.ts'
import type { Answered } from './row-state.ts'

export type Move = { column: Column; step: -1 | 0 | 1 }

/** Actions of a row of the grid, shown as a table row or a card. */
export type RowActions = {
  find: GoodsFinder
  onChange: (key: number, change: Partial<StoredRow>) => void
  /** A good was chosen for the row. */
  onSelectGood: (key: number, goods: Pick<GoodsOption, 'id' | 'header' | 'articul'>) => void
  /** Opens the dialog to choose a good. */
  onChoose: (key: number) => void
  onPaste: (key: number, column: Column, table: string) => void
  onRemove: (key: number) => void
  onMove: (key: number, move: Move) => void
}

/** `additionMilli` of the row is added to the basket, which then contains `resultingMilli` of its good. */
export type RowFigures = { additionMilli: number; resultingMilli: number }

export type RowProps = { row: GridRow; rowNumber: number; answered: Answered; actions: RowActions }
