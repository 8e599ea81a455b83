import { useState } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import type { PurchasedGood } from '#shared/api/money/purchased.ts'
import { kopecks, lineSumKopecks, milli, roubles, units } from '#shared/rules/money.ts'
import { fitQuantity, maxOrderable } from '#shared/rules/step.ts'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'

type Line = { row: ProductRow; quantityMilli: number; marked: boolean }

/** Goods of the report to be ordered again, with quantities, over all pages of one contract. */
export function useOrderAgain(contract: number | undefined) {
  const [state, setState] = useState<{ contract: number | undefined; lines: ReadonlyMap<number, Line> }>({
    contract,
    lines: new Map(),
  })
  const lines = state.contract === contract ? state.lines : new Map<number, Line>()
  const setLines = (changed: readonly Line[]) =>
    setState({ contract, lines: new Map([...lines, ...changed.map((line) => [line.row.id, line] as const)]) })
  const lineOf = (good: PurchasedGood): Line | undefined => {
    const row = orderableRow(good)
    return row && (lines.get(row.id) ?? { row, quantityMilli: typicalMilli(good, row), marked: false })
  }
  const marked = [...lines.values()].filter((line) => line.marked)
  return {
    lineOf,
    mark: (goods: readonly PurchasedGood[], on: boolean) =>
      setLines(goods.flatMap((good) => lineOf(good) ?? []).map((line) => ({ ...line, marked: on }))),
    change: (good: PurchasedGood, quantityMilli: number) => {
      const line = lineOf(good)
      if (line) setLines([{ ...line, quantityMilli, marked: true }])
    },
    clear: () => setState({ contract, lines: new Map() }),
    count: marked.length,
    /** Data for components that add goods of a list: rows with quantities. */
    rows: marked.map(({ row, quantityMilli }) => ({ ...row, quantity: units(quantityMilli) })),
    sum: roubles(
      marked.reduce((sum, { row, quantityMilli }) => sum + lineSumKopecks(kopecks(row.price ?? 0), quantityMilli), 0),
    ),
  }
}

export type OrderAgain = ReturnType<typeof useOrderAgain>

/** The good that a row of the report can order: without variants, with at least one step in stock. */
function orderableRow({ product }: PurchasedGood): ProductRow | undefined {
  if (product === null || product.variants_count > 0) return undefined
  return maxOrderable(quantityRule({ ...product, available: product.available_for_order })) > 0 ? product : undefined
}

/** The average shipment in whole steps, limited by the stock. */
function typicalMilli({ usual }: PurchasedGood, row: ProductRow): number {
  if (usual <= 0) return milli(row.quantity)
  return fitQuantity(milli(usual), quantityRule({ ...row, available: row.available_for_order })).quantityMilli
}
