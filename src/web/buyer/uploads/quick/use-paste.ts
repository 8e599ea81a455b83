import { useEffect, useEffectEvent, useRef } from 'react'
import type { UploadReview } from '#shared/api/uploads.ts'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { useReadTable, type TableRequest } from '../review/use-upload.ts'
import { codesOf, columnOf } from '../clipboard.ts'
import { pastedInto, roomIn, withQuantities, type Column, type PastedLine } from './grid-rows.ts'
import { skippedRowsText, pastedLines } from './pasted-table.ts'
import type { Grid } from './use-grid.ts'

export type OnReview = (request: TableRequest, answer: UploadReview) => void

/**
 * A table pasted into the grid, read by the server like an upload. Clear lines fill rows, others open the review; a
 * single column of codes or quantities is read here.
 */
export function usePaste({ rows, update }: Grid, { contract, onReview }: { contract: number; onReview: OnReview }) {
  const notify = useNotify()
  const target = useRef<number>(undefined)
  const { read, reading, error, cancel } = useReadTable((request, answer) => {
    if (target.current === undefined) return
    const text = 'text' in request.source ? request.source.text : ''
    const codes =
      answer.columns.qnt === null && answer.choices.length === 1 ? columnOf(text)?.filter(Boolean) : undefined
    const lines = codes?.map(codeLine) ?? pastedLines(answer, roomIn(rows))
    if (!lines) return onReview(request, answer)
    fill(target.current, lines)
    const outside = skippedRowsText(answer)
    if (outside !== '')
      notify({
        tone: 'warn',
        text: `Не вошли: ${outside}`,
        fadeMs: null,
        action: { label: 'Проверить', onPress: () => onReview(request, answer) },
      })
  })

  function fill(key: number, lines: readonly PastedLine[]) {
    const { left } = pastedInto(rows, { key, lines })
    update((now) => pastedInto(now, { key, lines }).rows)
    const words = `Вставлено: ${withCount(lines.length - left, ['строка', 'строки', 'строк'])}`
    if (left === 0) notify({ text: words, tone: 'ok', fadeMs: 3000 })
    else
      notify({
        text: `${words}. Ещё ${left} не поместились: загрузите их через «Из файла»`,
        tone: 'warn',
        fadeMs: null,
      })
  }

  function paste(key: number, column: Column, text: string) {
    const quantities = column === 'qnt' ? columnOf(text) : undefined
    if (quantities) return update((now) => withQuantities(now, { key, column: quantities }))
    const codes = codesOf(text)
    if (codes) return fill(key, codes.map(codeLine))
    if (reading) return notify({ tone: 'warn', text: 'Предыдущая вставка ещё читается. Повторите через секунду' })
    target.current = key
    read({ contract, source: { text }, reading: {} })
  }

  // Not after leaving the page.
  const leave = useEffectEvent(() => {
    target.current = undefined
    cancel()
  })
  useEffect(() => () => leave(), [])
  const refused = useEffectEvent((message: string) =>
    notify({ tone: 'bad', title: 'Вставленное не прочитано', text: message, fadeMs: null }),
  )
  useEffect(() => {
    if (error) refused(error.message)
  }, [error])

  return { paste, reading }
}

function codeLine(code: string): PastedLine {
  return { code, qnt: '', id: null, name: '', rememberAs: '' }
}
