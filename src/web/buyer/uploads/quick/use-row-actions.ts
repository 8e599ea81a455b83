import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { useNotify } from '#web/ui/notifications.tsx'
import { changed, isEmpty, restored, without, type Column } from './grid-rows.ts'
import type { RowActions } from './row-props.ts'
import type { Grid } from './use-grid.ts'

type RowActionInput = Pick<RowActions, 'find' | 'onChoose' | 'onPaste'> & { box: RefObject<HTMLElement | null> }

/** Actions of the rows; the functions are stable, so that only changed rows are rendered. */
export function useRowActions({ rows, update }: Grid, { box, find, onChoose, onPaste }: RowActionInput): RowActions {
  const notify = useNotify()
  const latest = useRef(rows)
  const latestPaste = useRef(onPaste)
  useEffect(() => {
    latest.current = rows
    latestPaste.current = onPaste
  }, [rows, onPaste])

  return useMemo((): RowActions => {
    const focus = (column: Column, key: number | undefined) =>
      box.current?.querySelector<HTMLElement>(`[data-cell="${column}-${key}"]`)?.focus()
    const indexOfRow = (key: number) => latest.current.findIndex((row) => row.key === key)

    function remove(key: number) {
      const index = indexOfRow(key)
      const row = latest.current[index]
      if (!row) return
      const next = latest.current[index + 1] ?? latest.current[index - 1]
      focus('code', next?.key)
      if (isEmpty(row)) return
      update((rows) => without(rows, new Set([key])))
      notify({
        text: `Удалено: ${row.code || 'строка'}`,
        fadeMs: 3000,
        action: { label: 'Вернуть', onPress: () => update((rows) => restored(rows, row, index)) },
      })
    }

    return {
      find,
      onChoose,
      onChange: (key, change) => update((rows) => changed(rows, key, change)),
      onTake: (key, { id, articul, header }) => {
        // Codes from the buyer's table stay; a typed code is replaced by the article.
        update((rows) =>
          changed(
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
      onMove: (key, { column, by }) => focus(column, latest.current[indexOfRow(key) + by]?.key),
    }
  }, [box, find, onChoose, update, notify])
}
