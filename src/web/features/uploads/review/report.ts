import { longestReportText, type ReportRow } from '#shared/api/upload-report.ts'
import { enters, sorted, type ReviewRow } from './review-rows.ts'
import { doneWords, stateWords } from './row-words.ts'

/** Every row with what became of it, what needs a person first. */
export function reportRows(rows: readonly ReviewRow[]): ReportRow[] {
  return sorted(rows).map((row): ReportRow => {
    const { raw, goods, analogue } = row
    const enter = enters(row, 'set')
    const done = row.status === 'out' && analogue && !row.left ? `Аналог: ${analogue.articul || analogue.header}` : doneWords(row)
    return {
      row: short(row.rows.join(', ')),
      state: stateWords(row).label,
      code: short(raw.code),
      name: short(raw.name),
      qnt: short(raw.qnt),
      articul: short(goods?.articul ?? ''),
      header: short(goods?.header ?? ''),
      done: short(done),
      order: enter ? row.accepted : 0,
      price: goods?.price ?? null,
      sum: enter ? row.sum : null,
    }
  })
}

function short(text: string): string {
  return text.length <= longestReportText ? text : `${text.slice(0, longestReportText - 1)}…`.toWellFormed()
}
