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

export type PositionedItem<Drawn> = { drawn: Drawn; position: number; item: CartItem }

/** The rendered items by group, each with its index. */
export function byGroup<Drawn extends { index: number }>(
  items: readonly CartItem[],
  drawn: readonly Drawn[],
): Map<LineGroup, PositionedItem<Drawn>[]> {
  const placed = drawn.flatMap((each, position): PositionedItem<Drawn>[] => {
    const item = items[each.index]
    return item ? [{ drawn: each, position, item }] : []
  })
  return Map.groupBy(placed, ({ item }) => item.group)
}
