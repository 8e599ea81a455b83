import type { GoodsOption } from '#web/parts/goods/GoodsOptions.tsx'
import type { GoodsFinder } from '#web/parts/goods/goods-finder.ts'
import type { Column, GridRow, StoredRow } from './grid-rows.ts'
import type { Answered } from './row-state.ts'

export type Move = { column: Column; by: -1 | 0 | 1 }

/** What a row of the grid can do, whether it is drawn as a row or as a card. */
export type RowActions = {
  find: GoodsFinder
  onChange: (key: number, change: Partial<StoredRow>) => void
  /** A good was chosen for the row. */
  onTake: (key: number, goods: Pick<GoodsOption, 'id' | 'header' | 'articul'>) => void
  /** Asks which good is meant. */
  onChoose: (key: number) => void
  onPaste: (key: number, column: Column, table: string) => void
  onRemove: (key: number) => void
  onMove: (key: number, move: Move) => void
}

/** `additionMilli` of the row goes into the basket, which then holds `outcomeMilli` of its good. */
export type RowFigures = { additionMilli: number; outcomeMilli: number }

export type RowProps = { row: GridRow; rowNumber: number; answered: Answered; actions: RowActions }
