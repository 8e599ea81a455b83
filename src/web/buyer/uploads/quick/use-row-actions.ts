import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { useNotify } from '#web/ui/notifications.tsx'
import { withChange, isEmpty, withRestoredRow, withoutRows, type Column } from './grid-rows.ts'
import type { RowActions } from './row-props.ts'
import type { Grid } from './use-grid.ts'

type RowActionInput = Pick<RowActions, 'find' | 'onChoose' | 'onPaste'> & { container: RefObject<HTMLElement | null> }

/** Actions of the rows; the functions are stable, so that only changed rows are rendered. */
export function useRowActions(
  { rows, setRows }: Grid,
  { container, find, onChoose, onPaste }: RowActionInput,
): RowActions {
  const notify = useNotify()
  const latestRows = useRef(rows)
  const latestPaste = useRef(onPaste)
  useEffect(() => {
    latestRows.current = rows
    latestPaste.current = onPaste
  }, [rows, onPaste])

  return useMemo((): RowActions => {
    const focus = (column: Column, key: number | undefined) =>
      container.current?.querySelector<HTMLElement>(`[data-cell="${column}-${key}"]`)?.focus()
    const indexOfRow = (key: number) => latestRows.current.findIndex((row) => row.key === key)

    function remove(key: number) {
      const index = indexOfRow(key)
      const row = latestRows.current[index]
      if (!row) return
      const next = latestRows.current[index + 1] ?? latestRows.current[index - 1]
      focus('code', next?.key)
      if (isEmpty(row)) return
      setRows((rows) => withoutRows(rows, new Set([key])))
      notify({
        text: `Удалено: ${row.code || 'строка'}`,
        fadeMs: 3000,
        action: { label: 'Вернуть', onPress: () => setRows((rows) => withRestoredRow(rows, row, index)) },
      })
    }

    return {
      find,
      onChoose,
      onChange: (key, change) => setRows((rows) => withChange(rows, key, change)),
      onSelectGood: (key, { id, articul, header }) => {
        // Codes from the buyer's table stay; a typed code is replaced by the article.
        setRows((rows) =>
          withChange(
            rows,
            key,
            rows.some((row) => row.key === key && row.pasted && row.code.trim() !== '')
              ? { id, chosen: true }
              : { code: articul || header, id, chosen: true },
          ),
        )
        focus('qnt', key)
      },
      onPaste: (key, column, table) => latestPaste.current(key, column, table),
      onRemove: remove,
      onMove: (key, { column, step }) => focus(column, latestRows.current[indexOfRow(key) + step]?.key),
    }
  }, [container, find, onChoose, setRows, notify])
}
