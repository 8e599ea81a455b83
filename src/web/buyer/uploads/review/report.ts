import { maxReportTextLength, type ReportRow } from '#shared/api/upload-report.ts'
import { milli, units } from '#shared/rules/money.ts'
import { quantity } from '#web/ui/format.ts'
import type { CartMode } from '../additions.ts'
import { additionMilli, addedSum, isAdded, sortRows, sumOfQuantity, type ReviewRow } from './review-rows.ts'
import { resultText, outcomeText, stateText } from './row-texts.ts'
import { hasKnownGood, draftParts, splitColumns, type SplitColumn } from './split-columns.ts'
import type { Upload } from './upload.ts'

/** Every row with its result, rows that need attention first; the figures are those of the screen. */
export function reportRows(upload: Upload): ReportRow[] {
  const split = splitColumns(upload)
  return sortRows(upload.rows).map((row): ReportRow => {
    const { raw, goods } = row
    return {
      row: truncate(row.rows.join(', ')),
      state: stateText(row).label,
      code: truncate(raw.code),
      name: truncate(raw.name),
      qnt: truncate(raw.qnt),
      articul: truncate(goods?.articul ?? ''),
      header: truncate(goods?.header ?? ''),
      price: goods?.price ?? null,
      ...(split && hasKnownGood(row) ? draftFigures(row, split) : basketFigures(row, upload.mode)),
    }
  })
}

type ReportFigures = Pick<ReportRow, 'done' | 'order' | 'sum'>

function basketFigures(row: ReviewRow, mode: CartMode): ReportFigures {
  const isRowAdded = isAdded(row, mode)
  const { analogue, candidates } = row
  const done =
    row.status === 'out' && analogue && !row.skipped
      ? `Аналог: ${analogue.articul || analogue.header}`
      : resultText(row)
  const similar =
    row.status === 'notFound' && !row.skipped
      ? candidates.map(({ articul, header }) => [articul, header].filter(Boolean).join(' '))
      : []
  return {
    done: truncate(
      [done, outcomeText(row, mode), similar.length > 0 && `Похоже: ${similar.join('; ')}`].filter(Boolean).join('; '),
    ),
    order: isRowAdded ? units(additionMilli(row, mode)) : 0,
    sum: isRowAdded ? addedSum(row, mode) : null,
  }
}

/** 'Ленина 12: 10; Мира 5: 20', and the sum of all drafts. */
function draftFigures(row: ReviewRow, split: readonly SplitColumn[]): ReportFigures {
  const parts = draftParts(row, split)
  const orderMilli = parts.reduce((sum, { saved }) => sum + milli(saved ?? 0), 0)
  const texts = parts.map(({ title, saved }) => `${title}: ${saved === null ? 'количество?' : quantity(saved)}`)
  return {
    done: truncate(texts.join('; ')),
    order: units(orderMilli),
    sum: sumOfQuantity(row.goods?.price ?? null, orderMilli),
  }
}

function truncate(text: string): string {
  return text.length <= maxReportTextLength ? text : `${text.slice(0, maxReportTextLength - 1)}…`.toWellFormed()
}
