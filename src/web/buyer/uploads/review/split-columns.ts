import type { UploadDrafts } from '#shared/api/drafts.ts'
import { maxDraftNameLength } from '#shared/constants.ts'
import { milli, units } from '#shared/rules/money.ts'
import { fitQuantity, roundToOrderable } from '#shared/rules/step.ts'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'
import { withQuantity, type ReviewRow } from './review-rows.ts'
import { columnLetter } from './row-texts.ts'
import type { Upload } from './upload.ts'

/** A quantity column that becomes a draft, with its title. */
export type SplitColumn = { index: number; title: string }

/** A draft to be saved: `list` in the file's order, and the numbers of rows left out. */
export type PlannedDraft = { header: string; title: string; list: ReadonlyMap<number, number>; leftOut: number[] }

/** The columns that become drafts; undefined if the rows go into the basket. */
export function splitColumns({
  answer: { summed, quantities, choices },
  reading,
  rows,
}: Upload): SplitColumn[] | undefined {
  if (!reading.split || summed.length < 2 || rows.every(({ parts }) => parts.length < 2)) return undefined
  const headings = summed.map(
    (index) => [...quantities, ...choices].find((each) => each.index === index)?.heading ?? '',
  )
  return summed.map((index, position) => {
    const heading = headings[position] ?? ''
    if (heading === '') return { index, title: `Столбец ${columnLetter(index)}` }
    const isDuplicate = headings.filter((other) => other === heading).length > 1
    return { index, title: isDuplicate ? `${heading} (${columnLetter(index)})` : heading }
  })
}

/** Equal goods of a column are merged into one line. */
export function planDrafts(upload: Upload, columns: readonly SplitColumn[]): PlannedDraft[] {
  return columns.map(({ title }, position) => {
    const list = new Map<number, number>()
    const leftOut: number[] = []
    for (const row of upload.rows) {
      const part = row.parts[position]
      if (part === 0 || part === undefined || row.skipped) continue
      if (part === null || !hasKnownGood(row)) leftOut.push(row.row)
      else list.set(row.id, units(milli(list.get(row.id) ?? 0) + milli(part)))
    }
    return { header: draftHeader(title, upload.answer.file), title, list, leftOut }
  })
}

export type KnownGoodRow = ReviewRow & { id: number; goods: NonNullable<ReviewRow['goods']> }

/** Whether the good of a row is known; its stock does not matter for a draft. */
export function hasKnownGood(row: ReviewRow): row is KnownGoodRow {
  return row.id !== null && row.goods !== null && row.status !== 'check' && !row.skipped
}

/** The row as seen by drafts: stock and the sum of its columns do not matter, only quantities that are not numbers. */
export function withDraftStatus(row: ReviewRow): ReviewRow {
  return hasKnownGood(row) ? { ...row, status: row.parts.includes(null) ? 'badQty' : 'ok', note: '' } : row
}

/** The row with another quantity in one of its columns; its quantity for the basket is their sum. */
export function withPart(row: ReviewRow, position: number, quantityMilli: number): ReviewRow {
  const parts = row.parts.with(position, units(quantityMilli))
  const sumMilli = parts.reduce((sum: number, part) => sum + milli(part ?? 0), 0)
  return {
    ...withQuantity(row, row.goods === null ? sumMilli : fitQuantity(sumMilli, quantityRule(row.goods)).quantityMilli),
    parts,
  }
}

/**
 * Units requested by a row in a column (null: no number was recognised), and units saved in the draft. `position`:
 * index of the column among those that are split.
 */
type SplitPart = { position: number; title: string; requested: number | null; saved: number | null }

/** Quantities of a row per draft, rounded up to the step: 'Ленина 12: 10; Мира 5: 20'. */
export function draftParts(row: ReviewRow, columns: readonly SplitColumn[]): SplitPart[] {
  return columns.flatMap(({ title }, position): SplitPart[] => {
    const requested = row.parts[position]
    if (requested === 0 || requested === undefined) return []
    const { goods } = row
    if (requested === null || goods === null) return [{ position, title, requested, saved: null }]
    return [{ position, title, requested, saved: units(roundToOrderable(milli(requested), quantityRule(goods))) }]
  })
}

/** Goods of all drafts in the order of the file. */
export function goodsInOrder(rows: readonly ReviewRow[]): number[] {
  return [...new Set(rows.flatMap((row) => (hasKnownGood(row) ? [row.id] : [])))]
}

/** 'Ленина 12 – магазины', truncated to the maximum length. */
function draftHeader(title: string, file: string): string {
  const name = file.replace(/\.[^.]+$/, '')
  const heading = truncate(title, name === '' ? maxDraftNameLength : maxDraftNameLength / 2)
  return name === '' ? heading : `${heading} – ${truncate(name, maxDraftNameLength - heading.length - 3)}`
}

function truncate(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`.toWellFormed()
}

/** Each saved draft with the rows and goods missing in it. */
export type SavedDrafts = { planned: readonly PlannedDraft[]; drafts: UploadDrafts }
