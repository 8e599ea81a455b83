import { rowStatuses, type RowStatus, type UploadReview, type UploadRow } from '#shared/api/uploads.ts'
import { kopecks, lineSumKopecks, milli, roubles, units } from '#shared/rules/money.ts'
import { holdsWords } from '#web/ui/holds-words.ts'

/** A row under review, and what a person has done about it. */
export type ReviewRow = UploadRow & {
  /** Stays out of the basket. */
  left: boolean
  /** The good was chosen by hand: its code is remembered. */
  settled: boolean
  /** Anything was changed by hand. */
  mended: boolean
}

export type Filter = 'attention' | 'all' | 'found'

export function reviewRows({ rows }: UploadReview): ReviewRow[] {
  return rows.map((row) => ({ ...row, left: false, settled: false, mended: false }))
}

/** What was done by hand, for the same rows of the same file read anew; a good that is still the same with its new price and stock. */
export function carriedOver(fresh: readonly ReviewRow[], before: readonly ReviewRow[]): ReviewRow[] {
  const done = new Map(before.filter(({ mended, left }) => mended || left).map((row) => [textOf(row), row]))
  return fresh.map((row) => {
    const before = done.get(textOf(row))
    if (!before) return row
    return before.id !== row.id || row.goods === null ? before : { ...before, goods: row.goods, price: row.price, sum: sumOf(row.goods.price, milli(before.accepted)) }
  })
}

/** A kept table with what a person had done to its rows. */
export function restoredRows(answer: UploadReview, edited: readonly ReviewRow[]): ReviewRow[] {
  const done = new Map(edited.map((row) => [row.row, row]))
  return reviewRows(answer).map((row) => done.get(row.row) ?? row)
}

/** Whether a row goes into the basket. */
export function enters(row: ReviewRow): boolean {
  return row.id !== null && row.accepted > 0 && !row.left
}

/** In their order on the screen: what needs a person first, then as in the file. */
export function sorted(rows: readonly ReviewRow[]): ReviewRow[] {
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b) || a.row - b.row)
}

export function passes({ status, left }: ReviewRow, filter: Filter): boolean {
  if (filter === 'all') return true
  return (status === 'ok' && !left) === (filter === 'found')
}

/** Whether a row's texts, or those of its good, hold what is looked for. */
export function isFound({ row, raw, goods }: ReviewRow, query: string): boolean {
  return query === '' || holdsWords([row, raw.code, raw.name, goods?.articul, goods?.header].join(' '), query)
}

export type Group = 'notFound' | 'check' | 'out' | 'changed' | 'ok' | 'left'

const groups: Record<RowStatus, Group> = {
  notFound: 'notFound', badQty: 'check', ambiguous: 'check', out: 'out', capped: 'changed', rounded: 'changed', duplicate: 'changed', ok: 'ok',
}

export function groupCounts(rows: readonly ReviewRow[]): Record<Group, number> {
  const counts = { notFound: 0, check: 0, out: 0, changed: 0, ok: 0, left: 0 }
  for (const { left, status } of rows) counts[left ? 'left' : groups[status]] += 1
  return counts
}

/** Rows that go in, for how much, and how many stay behind. `sum` is null where prices are hidden. */
export function totalsOf(rows: readonly ReviewRow[]): { entering: number; sum: number | null; staying: number } {
  const going = rows.filter(enters)
  const hidden = going.some(({ goods }) => goods?.price === null)
  const total = going.reduce((sum, row) => sum + kopecks(row.sum ?? 0), 0)
  return { entering: going.length, sum: hidden ? null : roubles(total), staying: rows.length - going.length }
}

/** Another quantity, typed or stepped by the rule of its good. */
export function withQuantity(row: ReviewRow, quantityMilli: number): ReviewRow {
  return {
    ...row,
    accepted: units(quantityMilli),
    requested: units(quantityMilli),
    sum: sumOf(row.goods?.price ?? null, quantityMilli),
    status: 'ok',
    note: '',
    mended: true,
  }
}

/** The server's answer to a row whose good was chosen by hand; what stands in the file stays. */
export function withGoods(row: ReviewRow, answer: UploadRow): ReviewRow {
  const { row: place, rows, raw } = row
  return { ...answer, row: place, rows, raw, left: false, settled: answer.id !== null, mended: true }
}

/** What the basket is told: equal goods summed, and the codes that a person has settled. */
export function cartOf(rows: readonly ReviewRow[]): { cartList: Record<string, number>; order: number[]; codes: Record<string, number> } {
  const totals = new Map<number, number>()
  const codes: Record<string, number> = {}
  for (const row of rows.filter(enters)) {
    const id = row.id ?? 0
    totals.set(id, (totals.get(id) ?? 0) + milli(row.accepted))
    const code = row.raw.code || row.raw.name
    if (row.settled && code !== '') codes[code] = id
  }
  return { cartList: Object.fromEntries([...totals].map(([id, sum]) => [id, units(sum)])), order: [...totals.keys()], codes }
}

function sumOf(price: number | null, quantityMilli: number): number | null {
  return price === null ? null : roubles(lineSumKopecks(kopecks(price), quantityMilli))
}

function rankOf({ status }: ReviewRow): number {
  return rowStatuses.indexOf(status)
}

function textOf({ row, raw: { code, name, qnt } }: ReviewRow): string {
  return JSON.stringify([row, code, name, qnt])
}
