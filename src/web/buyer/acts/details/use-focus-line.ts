import { useEffect } from 'react'
import type { RowsReply } from './lines.ts'

/** Scrolls to a line of the shown page and moves the focus to its answer. */
export function useFocusLine(match: number | undefined, rows: RowsReply | undefined, onFocused: () => void): void {
  useEffect(() => {
    if (!rows?.items.some((row) => row.match === match)) return
    const line = document.getElementById(`match-${match}`)
    line?.scrollIntoView({ block: 'center' })
    // The bar at the bottom would cover a line that the browser scrolls to by itself.
    line?.querySelector('button')?.focus({ preventScroll: true })
    onFocused()
  }, [match, rows, onFocused])
}
