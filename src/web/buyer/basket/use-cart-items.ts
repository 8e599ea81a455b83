import type { RefObject } from 'react'
import { useMedia } from '#web/ui/use-media.ts'
import { useVisibleRows } from '#web/ui/tables/use-visible-rows.ts'
import { byGroup, itemKey, itemsOf } from './cart-items.ts'
import type { LineGroup } from './cart-view.ts'

/** Longer lists are virtualised: a file may fill a basket with 10,000 lines. */
const fewLines = 100

type Heights = { line: number; heading: number }

/** The basket's lines and headings to render, by group; `list` is their container. */
export function useCartItems(list: RefObject<HTMLElement | null>, groups: readonly LineGroup[], heights: Heights) {
  'use no memo'
  const printed = useMedia('print')
  const items = itemsOf(groups)
  const { items: visibleRows, ...gaps } = useVisibleRows(list, {
    count: items.length,
    height: (index) => (items[index]?.line ? heights.line : heights.heading),
    keyOf: (index) => itemKey(items[index]),
    drawsAll: printed || items.length <= fewLines,
  })
  return { count: items.length, visibleRows: [...byGroup(items, visibleRows)], ...gaps }
}
