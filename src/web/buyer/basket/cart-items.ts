import type { BasketLine } from '#shared/api/basket.ts'
import type { LineGroup } from './cart-view.ts'
import { lineKey } from './lines.ts'

/** Items of the basket's list: lines, with headings above their groups. */
export type CartItem = { group: LineGroup; line: BasketLine | undefined }

export function itemsOf(groups: readonly LineGroup[]): CartItem[] {
  return groups.flatMap((group) => [
    ...(group.heading === undefined ? [] : [{ group, line: undefined }]),
    ...group.lines.map((line) => ({ group, line })),
  ])
}

export function itemKey(item: CartItem | undefined): string {
  return item?.line ? lineKey(item.line) : (item?.group.heading ?? '')
}

export type PositionedItem<VisibleRow> = { row: VisibleRow; position: number; item: CartItem }

/** The rendered items by group, each with its index. */
export function byGroup<VisibleRow extends { index: number }>(
  items: readonly CartItem[],
  row: readonly VisibleRow[],
): Map<LineGroup, PositionedItem<VisibleRow>[]> {
  const positioned = row.flatMap((each, position): PositionedItem<VisibleRow>[] => {
    const item = items[each.index]
    return item ? [{ row: each, position, item }] : []
  })
  return Map.groupBy(positioned, ({ item }) => item.group)
}
