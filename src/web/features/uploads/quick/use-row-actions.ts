import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { counted } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import type { GoodsFinder } from '#web/ui/goods/goods-finder.ts'
import { pastedLines } from './clipboard.ts'
import { changed, isEmpty, pastedInto, restored, without, type Column } from './grid-rows.ts'
import type { RowActions } from './row-props.ts'
import type { Grid } from './use-grid.ts'

/** What the rows do; the same functions for as long as the screen stands, so that only changed rows are drawn. */
export function useRowActions({ rows, update }: Grid, { box, find, onChoose }: { box: RefObject<HTMLElement | null>; find: GoodsFinder; onChoose: (key: number) => void }): RowActions {
  const notify = useNotify()
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  }, [rows])

  return useMemo((): RowActions => {
    const focus = (column: Column, key: number | undefined) => box.current?.querySelector<HTMLElement>(`[data-cell="${column}-${key}"]`)?.focus()
    const placeOf = (key: number) => latest.current.findIndex((row) => row.key === key)

    function remove(key: number) {
      const place = placeOf(key)
      const row = latest.current[place]
      if (!row) return
      const next = latest.current[place + 1] ?? latest.current[place - 1]
      focus('code', next?.key)
      if (isEmpty(row)) return
      update((rows) => without(rows, new Set([key])))
      notify({ text: `Удалено: ${row.code || 'строка'}`, fadeMs: 3000, action: { label: 'Вернуть', onPress: () => update((rows) => restored(rows, row, place)) } })
    }

    function paste(key: number, column: Column, table: string) {
      const lines = pastedLines(table)
      const { left } = pastedInto(latest.current, { key, column, lines })
      update((rows) => pastedInto(rows, { key, column, lines }).rows)
      const words = `Вставлено: ${counted(lines.length - left, ['строка', 'строки', 'строк'])}`
      if (left === 0) notify({ text: words, tone: 'ok', fadeMs: 3000 })
      else notify({ text: `${words}. Ещё ${left} не поместились: загрузите их через «Из файла»`, tone: 'warn', fadeMs: null })
    }

    return {
      find,
      onChoose,
      onChange: (key, change) => update((rows) => changed(rows, key, change)),
      onTake: (key, { id, articul, header }) => {
        // What stands in the buyer's own table is theirs and stays; what was typed becomes the article.
        update((rows) => changed(rows, key, rows.some((row) => row.key === key && row.pasted && row.code.trim() !== '') ? { id } : { code: articul || header, id }))
        focus('qnt', key)
      },
      onPaste: paste,
      onRemove: remove,
      onMove: (key, { column, by }) => focus(column, latest.current[placeOf(key) + by]?.key),
    }
  }, [box, find, onChoose, update, notify])
}
