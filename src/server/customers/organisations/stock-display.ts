/** How a contract shows stock: exact figures, 'более N' above a cap, or words. */
export type StockDisplay = { mode: 'exact' | 'more' | 'words'; capMilli: number }

/** A quantity as the contract shows it, thousandths. */
export function shownMilli(milli: number, { mode, capMilli }: StockDisplay): number {
  return mode === 'exact' ? milli : Math.min(milli, capMilli)
}

/** The label of a hidden quantity; null if the figure is exact. */
export function stockLabel(milli: number, { mode, capMilli }: StockDisplay): string | null {
  if (mode === 'exact') return null
  if (mode === 'more') return milli > capMilli ? `более ${capMilli / 1000}` : null
  if (milli <= 0) return 'нет'
  return milli < capMilli ? 'мало' : 'есть'
}
