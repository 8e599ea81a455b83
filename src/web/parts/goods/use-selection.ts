import { useEffect, useState } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { withMarked, type MarkedRows, type Selection } from './selection.ts'

const none: MarkedRows = new Map()

/**
 * The checked rows of one list over all its pages [S.17]. Another `listKey`, or `stale` (other prices and stock are
 * loading), clears them with a notification.
 */
export function useSelection(listKey: string, stale: boolean) {
  const [{ marked, of, losses }, keep] = useState<{
    marked: MarkedRows
    of: string
    /** Number of times checked rows were lost. */ losses: number
  }>({ marked: none, of: listKey, losses: 0 })
  const notify = useNotify()
  const change = (next: (now: MarkedRows) => MarkedRows) =>
    keep((now) => ({ ...now, of: listKey, marked: next(now.marked) }))
  if (marked.size > 0 && (of !== listKey || stale)) keep({ marked: none, of: listKey, losses: losses + 1 })

  useEffect(() => {
    if (losses > 0) notify({ text: 'Выделение снято: список изменился', fadeMs: 3000 })
  }, [losses, notify])

  const selection: Selection = {
    marked: new Set(marked.keys()),
    onMark: (rows, checked) => change((now) => withMarked(now, rows, checked)),
  }
  return {
    rows: [...marked.values()] as readonly ProductRow[],
    selection,
    clear: () => change(() => none),
    drop: (row: ProductRow) => change((now) => withMarked(now, [row], false)),
  }
}
