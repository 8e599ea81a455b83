import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useState, type RefObject } from 'react'

type Rows = {
  count: number
  /** Estimated height of a row before it is measured. */
  height: number | ((index: number) => number)
  keyOf: (index: number) => number | string
  /** Short lists, and printed ones, are rendered completely. */
  drawsAll?: boolean
}

type VisibleRows = {
  items: VirtualItem[]
  /** Height of the gap between an item and the previous rendered one. */
  gapBefore: (position: number) => number
  gapAfter: number
  measure: (element: Element | null) => void
}

/**
 * The visible rows of a long list, and a few around them. Rows have `data-index`; a focused row stays rendered when
 * scrolled away.
 */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  { count, height, keyOf, drawsAll = false }: Rows,
): VisibleRows {
  // The virtualizer changes without becoming a new object, so its results must not be memoised.
  'use no memo'
  const margin = useTopInPage(list)
  const focused = useFocusedRow(list)
  // oxlint-disable-next-line react/incompatible-library -- hence 'use no memo', here and where it is used
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => document.querySelector('#main'),
    estimateSize: (index) => (typeof height === 'number' ? height : height(index)),
    getItemKey: keyOf,
    overscan: 12,
    scrollMargin: margin,
    rangeExtractor: (range) =>
      drawsAll
        ? Array.from({ length: count }, (_, index) => index)
        : withFocused(defaultRangeExtractor(range), focused, count),
  })
  const items = virtualizer.getVirtualItems()
  return {
    items,
    gapBefore: (position) => (items[position]?.start ?? margin) - (items[position - 1]?.end ?? margin),
    gapAfter: margin + virtualizer.getTotalSize() - (items.at(-1)?.end ?? margin),
    measure: virtualizer.measureElement,
  }
}

/** Offset of a list in the scrolled page; it changes with the content above. */
function useTopInPage(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useEffect(() => {
    const page = document.querySelector('#main')
    if (!page) return
    const observer = new ResizeObserver(() => {
      if (list.current)
        setTop(Math.round(list.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop))
    })
    for (const part of page.children) observer.observe(part)
    return () => observer.disconnect()
  }, [list])
  return top
}

function useFocusedRow(list: RefObject<HTMLElement | null>): number | undefined {
  const [focused, setFocused] = useState<number>()
  useEffect(() => {
    const element = list.current
    const onFocus = ({ target }: FocusEvent) =>
      setFocused(
        target instanceof Element ? Number(target.closest('[data-index]')?.getAttribute('data-index')) : undefined,
      )
    const onBlur = () => setFocused(undefined)
    element?.addEventListener('focusin', onFocus)
    element?.addEventListener('focusout', onBlur)
    return () => {
      element?.removeEventListener('focusin', onFocus)
      element?.removeEventListener('focusout', onBlur)
    }
  }, [list])
  return focused
}

function withFocused(indexes: number[], focused: number | undefined, count: number): number[] {
  if (focused === undefined || focused >= count || indexes.includes(focused)) return indexes
  return [...indexes, focused].toSorted((a, b) => a - b)
}
