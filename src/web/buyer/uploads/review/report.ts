import { maxReportTextLength, type ReportRow } from '#shared/api/upload-report.ts'
import { milli, units } from '#shared/rules/money.ts'
import { quantity } from '#web/ui/format.ts'
import type { CartMode } from '../additions.ts'
import { additionMilli, addedSum, isAdded, sortRows, sumOf, type ReviewRow } from './review-rows.ts'
import { doneText, outcomeText, stateText } from './row-texts.ts'
import { isSettled, partsOf, splitColumns, type SplitColumn } from './split.ts'
import type { Upload } from './upload.ts'

/** Every row with its result, rows that need attention first; the figures are those of the screen. */
export function reportRows(upload: Upload): ReportRow[] {
  const split = splitColumns(upload)
  return sortRows(upload.rows).map((row): ReportRow => {
    const { raw, goods } = row
    return {
      row: short(row.rows.join(', ')),
      state: stateText(row).label,
      code: short(raw.code),
      name: short(raw.name),
      qnt: short(raw.qnt),
      articul: short(goods?.articul ?? ''),
      header: short(goods?.header ?? ''),
      price: goods?.price ?? null,
      ...(split && isSettled(row) ? draftFigures(row, split) : basketFigures(row, upload.mode)),
    }
  })
}

type Figures = Pick<ReportRow, 'done' | 'order' | 'sum'>

function basketFigures(row: ReviewRow, mode: CartMode): Figures {
  const willBeAdded = isAdded(row, mode)
  const { analogue, candidates } = row
  const done =
    row.status === 'out' && analogue && !row.skipped ? `Аналог: ${analogue.articul || analogue.header}` : doneText(row)
  const similar =
    row.status === 'notFound' && !row.skipped
      ? candidates.map(({ articul, header }) => [articul, header].filter(Boolean).join(' '))
      : []
  return {
    done: short(
      [done, outcomeText(row, mode), similar.length > 0 && `Похоже: ${similar.join('; ')}`].filter(Boolean).join('; '),
    ),
    order: willBeAdded ? units(additionMilli(row, mode)) : 0,
    sum: willBeAdded ? addedSum(row, mode) : null,
  }
}

/** 'Ленина 12: 10; Мира 5: 20', and the sum of all drafts. */
function draftFigures(row: ReviewRow, split: readonly SplitColumn[]): Figures {
  const parts = partsOf(row, split)
  const orderMilli = parts.reduce((sum, { saved }) => sum + milli(saved ?? 0), 0)
  const words = parts.map(({ title, saved }) => `${title}: ${saved === null ? 'количество?' : quantity(saved)}`)
  return { done: short(words.join('; ')), order: units(orderMilli), sum: sumOf(row.goods?.price ?? null, orderMilli) }
}

function short(text: string): string {
  return text.length <= maxReportTextLength ? text : `${text.slice(0, maxReportTextLength - 1)}…`.toWellFormed()
}
