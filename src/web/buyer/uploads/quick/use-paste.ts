import { useEffect, useEffectEvent, useRef } from 'react'
import type { UploadReview } from '#shared/api/uploads.ts'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { useReadTable, type ReadRequest } from '../review/use-upload.ts'
import { codesOf, columnOf } from '../clipboard.ts'
import { withPastedLines, countFreeRows, withQuantities, type Column, type PastedLine } from './grid-rows.ts'
import { skippedRowsText, pastedLines } from './pasted-table.ts'
import type { Grid } from './use-grid.ts'

export type OnReview = (request: ReadRequest, answer: UploadReview) => void

/**
 * A table pasted into the grid, read by the server like an upload. Clear lines fill rows, others open the review; a
 * single column of codes or quantities is read here.
 */
export function usePaste({ rows, setRows }: Grid, { contract, onReview }: { contract: number; onReview: OnReview }) {
  const notify = useNotify()
  const target = useRef<number>(undefined)
  const { read, reading, error, cancel } = useReadTable((request, answer) => {
    if (target.current === undefined) return
    const text = 'text' in request.source ? request.source.text : ''
    const codes =
      answer.columns.qnt === null && answer.choices.length === 1 ? columnOf(text)?.filter(Boolean) : undefined
    const lines = codes?.map(toPastedLine) ?? pastedLines(answer, countFreeRows(rows))
    if (!lines) return onReview(request, answer)
    insertLines(target.current, lines)
    const skippedText = skippedRowsText(answer)
    if (skippedText !== '')
      notify({
        tone: 'warn',
        text: `Не вошли: ${skippedText}`,
        fadeMs: null,
        action: { label: 'Проверить', onPress: () => onReview(request, answer) },
      })
  })

  function insertLines(key: number, lines: readonly PastedLine[]) {
    const { omitted } = withPastedLines(rows, { key, lines })
    setRows((current) => withPastedLines(current, { key, lines }).rows)
    const summary = `Вставлено: ${withCount(lines.length - omitted, ['строка', 'строки', 'строк'])}`
    if (omitted === 0) notify({ text: summary, tone: 'ok', fadeMs: 3000 })
    else
      notify({
        text: `${summary}. Ещё ${omitted} не поместились: загрузите их через «Из файла»`,
        tone: 'warn',
        fadeMs: null,
      })
  }

  function paste(key: number, column: Column, text: string) {
    const quantities = column === 'qnt' ? columnOf(text) : undefined
    if (quantities) return setRows((current) => withQuantities(current, { key, column: quantities }))
    const codes = codesOf(text)
    if (codes) return insertLines(key, codes.map(toPastedLine))
    if (reading) return notify({ tone: 'warn', text: 'Предыдущая вставка ещё читается. Повторите через секунду' })
    target.current = key
    read({ contract, source: { text }, reading: {} })
  }

  // Not after leaving the page.
  const cancelReading = useEffectEvent(() => {
    target.current = undefined
    cancel()
  })
  useEffect(() => () => cancelReading(), [])
  const notifyError = useEffectEvent((message: string) =>
    notify({ tone: 'bad', title: 'Вставленное не прочитано', text: message, fadeMs: null }),
  )
  useEffect(() => {
    if (error) notifyError(error.message)
  }, [error])

  return { paste, reading }
}

function toPastedLine(code: string): PastedLine {
  return { code, qnt: '', id: null, name: '', rememberAs: '' }
}
