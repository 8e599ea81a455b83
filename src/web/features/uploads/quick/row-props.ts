import type { GoodsOption } from '#web/ui/goods/GoodsOptions.tsx'
import type { GoodsFinder } from '#web/ui/goods/goods-finder.ts'
import type { Column, GridRow, KeptRow } from './grid-rows.ts'
import type { Answered } from './row-news.ts'

export type Move = { column: Column; by: -1 | 0 | 1 }

/** What a row of the grid can do, whether it is drawn as a row or as a card. */
export type RowActions = {
  find: GoodsFinder
  onChange: (key: number, change: Partial<KeptRow>) => void
  /** A good was chosen for the row. */
  onTake: (key: number, goods: Pick<GoodsOption, 'id' | 'header' | 'articul'>) => void
  /** Asks which good is meant. */
  onChoose: (key: number) => void
  onPaste: (key: number, column: Column, table: string) => void
  onRemove: (key: number) => void
  onMove: (key: number, move: Move) => void
}

/** `enteringMilli` of the row goes into the basket, which then holds `outcomeMilli` of its good. */
export type RowFigures = { enteringMilli: number; outcomeMilli: number }

export type RowProps = { row: GridRow; place: number; answered: Answered; actions: RowActions }
