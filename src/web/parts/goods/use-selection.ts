import { useEffect, useState } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { withMarked, type MarkedRows, type Selection } from './selection.ts'

const noRows: MarkedRows = new Map()

/**
 * The checked rows of one list over all its pages [S.17]. Another `listKey`, or `isStale` (other prices and stock are
 * loading), clears them with a notification.
 */
export function useSelection(listKey: string, isStale: boolean) {
  const [{ marked, ofList, clearedCount }, setState] = useState<{
    marked: MarkedRows
    ofList: string
    /** How often checked rows were cleared. */ clearedCount: number
  }>({ marked: noRows, ofList: listKey, clearedCount: 0 })
  const notify = useNotify()
  const change = (next: (current: MarkedRows) => MarkedRows) =>
    setState((current) => ({ ...current, ofList: listKey, marked: next(current.marked) }))
  if (marked.size > 0 && (ofList !== listKey || isStale))
    setState({ marked: noRows, ofList: listKey, clearedCount: clearedCount + 1 })

  useEffect(() => {
    if (clearedCount > 0) notify({ text: 'Выделение снято: список изменился', fadeMs: 3000 })
  }, [clearedCount, notify])

  const selection: Selection = {
    marked: new Set(marked.keys()),
    onMark: (rows, checked) => change((current) => withMarked(current, rows, checked)),
  }
  return {
    rows: [...marked.values()] as readonly ProductRow[],
    selection,
    clear: () => change(() => noRows),
    unmark: (row: ProductRow) => change((current) => withMarked(current, [row], false)),
  }
}
