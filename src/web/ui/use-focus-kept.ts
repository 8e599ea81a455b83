import { useEffect, useRef, type RefObject } from 'react'

/**
 * Rows that are removed by a button of their own, marked `data-remove`, inside `box`: the focus goes to the neighbour's
 * button once the row is gone, or to `last` when there is none left. Call the answer with the row's place.
 */
export function useFocusKept(box: RefObject<HTMLElement | null>, rows: readonly unknown[], last: () => HTMLElement | null | undefined) {
  const removed = useRef<{ place: number; from: readonly unknown[] }>(undefined)
  useEffect(() => {
    if (removed.current === undefined || removed.current.from === rows) return
    const { place } = removed.current
    removed.current = undefined
    const buttons = box.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    const next = buttons[Math.min(place, buttons.length - 1)] ?? last()
    next?.focus()
  })
  return (place: number) => {
    removed.current = { place, from: rows }
  }
}
