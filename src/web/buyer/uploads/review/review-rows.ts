import { rowStatuses, type BriefGoods, type RowStatus, type UploadReview, type UploadRow } from '#shared/api/uploads.ts'
import { kopecks, lineSumKopecks, milli, roubles, units } from '#shared/rules/money.ts'
import { proposalDoubts, proposalNote } from '#shared/messages.ts'
import { fitQuantity } from '#shared/rules/step.ts'
import { quantityRule, remainingOrderable } from '#web/parts/goods/quantity-rule.ts'
import { matchesAllWords } from '#web/ui/matches-all-words.ts'
import { distributeAdditions, rowAddition, type CartMode } from '../additions.ts'

/** A row under review with the user's edits. */
export type ReviewRow = UploadRow & {
  /** Left out of the basket. */
  skipped: boolean
  /** The good was chosen by hand: its code is saved. */
  settled: boolean
  /** Edited by hand. */
  edited: boolean
  /**
   * Quantities of the same good that the rows above and below add to the basket, in thousandths; computed by
   * `distributeStock`.
   */
  earlierMilli: number
  laterMilli: number
}

export type Filter = 'attention' | 'all' | 'found'

export function reviewRows({ rows }: UploadReview): ReviewRow[] {
  return rows.map((row) => ({ ...row, skipped: false, settled: false, edited: false, earlierMilli: 0, laterMilli: 0 }))
}

/**
 * Keeps edits for the same rows of a file read again: an unchanged good gets its new price and stock, and every row its
 * new place. Where the file now means another good, only a good chosen by hand stays.
 */
export function mergeEdits(newRows: readonly ReviewRow[], previousRows: readonly ReviewRow[]): ReviewRow[] {
  const previousByKey = new Map(keyedRows(previousRows))
  return keyedRows(newRows).map(([key, row]) => {
    const previous = previousByKey.get(key)
    if (!previous || !(previous.edited || previous.skipped)) return row
    const { line, row: rowNumber, rows, goods, price, in_basket } = row
    const place = { line, row: rowNumber, rows }
    if (previous.id !== row.id)
      return previous.settled ? { ...previous, ...place } : { ...row, skipped: previous.skipped }
    if (goods === null) return { ...previous, ...place }
    return {
      ...previous,
      ...place,
      goods,
      price,
      in_basket,
      sum: sumOfQuantity(goods.price, milli(previous.accepted)),
    }
  })
}

/** A stored table with the user's edits of its rows. */
export function restoreRows(answer: UploadReview, edited: readonly ReviewRow[]): ReviewRow[] {
  const editedRows = new Map(edited.map((row) => [row.line, row]))
  return reviewRows(answer).map((row) => editedRows.get(row.line) ?? row)
}

/** Rows with what the basket has of their goods now, in thousandths. Returns the same rows if nothing differs. */
export function withBasket(rows: readonly ReviewRow[], quantityOf: (id: number) => number): readonly ReviewRow[] {
  const update = (goods: BriefGoods) => {
    const held = units(quantityOf(goods.id))
    return held === goods.in_basket ? goods : { ...goods, in_basket: held }
  }
  const updateRow = (row: ReviewRow) => {
    const goods = row.goods && update(row.goods)
    const analogue = row.analogue && update(row.analogue)
    const candidates = row.candidates.map(update)
    const isSame =
      goods === row.goods &&
      analogue === row.analogue &&
      candidates.every((each, index) => each === row.candidates[index])
    return isSame ? row : { ...withHeldGoods(row, goods), analogue, candidates }
  }
  const result = rows.map(updateRow)
  return result.every((row, index) => row === rows[index]) ? rows : result
}

function withHeldGoods(row: ReviewRow, goods: BriefGoods | null): ReviewRow {
  if (goods === null || goods === row.goods) return row
  const { in_basket } = goods
  // Where exact stock is hidden, only the server knows more than it answered.
  const max = goods.stock_label === null ? milli(row.accepted) : Math.min(milli(row.accepted), milli(row.added))
  const addedMilli = Math.min(max, remainingOrderable(goods, milli(in_basket)))
  return { ...row, goods, in_basket, added: units(addedMilli) }
}

/** Distributes the stock of a good over its rows, from the top. Returns the same rows if no good is shared. */
export function distributeStock(rows: readonly ReviewRow[], mode: CartMode): readonly ReviewRow[] {
  const { shares, byGood } = distributeAdditions(
    rows,
    ({ id }) => id,
    (row, earlierMilli) => {
      const next = earlierMilli === row.earlierMilli ? row : { ...row, earlierMilli }
      return isAdded(next, mode) ? additionMilli(next, mode) : 0
    },
  )
  const result = shares.map(({ row, earlierMilli, additionMilli: ownMilli }) => {
    const laterMilli = row.id === null ? 0 : (byGood.get(row.id) ?? 0) - earlierMilli - ownMilli
    const isSame = earlierMilli === row.earlierMilli && laterMilli === row.laterMilli
    return isSame ? row : { ...row, earlierMilli, laterMilli }
  })
  return result.every((row, index) => row === rows[index]) ? rows : result
}

/** Whether a row is added to the basket: doubtful rows must be accepted first. */
export function isAdded(row: ReviewRow, mode: CartMode = 'set'): boolean {
  return row.id !== null && row.status !== 'check' && !row.skipped && additionMilli(row, mode) > 0
}

/** Quantity in thousandths that a row adds to the basket, in addition to the rows above. */
export function additionMilli(row: ReviewRow, mode: CartMode): number {
  return rowAddition(row, row.earlierMilli, mode)
}

/** Roubles of what a row adds to the basket; null where prices are hidden. */
export function addedSum(row: ReviewRow, mode: CartMode): number | null {
  return sumOfQuantity(row.goods?.price ?? null, additionMilli(row, mode))
}

/** The resulting quantity of a row's good in the basket. */
export function resultingMilli(row: ReviewRow, mode: CartMode): number {
  return row.earlierMilli + additionMilli(row, mode) + row.laterMilli + (mode === 'add' ? milli(row.in_basket) : 0)
}

/** Rows in screen order: those that need attention first, then as in the file. */
export function sortRows(rows: readonly ReviewRow[]): ReviewRow[] {
  return rows.toSorted((a, b) => statusRank(a) - statusRank(b) || a.line - b.line)
}

export function matchesFilter({ status, skipped }: ReviewRow, filter: Filter): boolean {
  if (filter === 'all') return true
  return (status === 'ok' && !skipped) === (filter === 'found')
}

/** Whether the texts of a row or its good contain the search text. */
export function matchesSearch({ row, raw, goods }: ReviewRow, query: string): boolean {
  return query === '' || matchesAllWords([row, raw.code, raw.name, goods?.articul, goods?.header].join(' '), query)
}

export type Group = 'notFound' | 'check' | 'out' | 'belowStep' | 'changed' | 'ok' | 'skipped'

const groups: Record<RowStatus, Group> = {
  notFound: 'notFound',
  badQty: 'check',
  check: 'check',
  ambiguous: 'check',
  out: 'out',
  capped: 'changed',
  rounded: 'changed',
  duplicate: 'changed',
  ok: 'ok',
}

export function groupCounts(rows: readonly ReviewRow[]): Record<Group, number> {
  const counts = { notFound: 0, check: 0, out: 0, belowStep: 0, changed: 0, ok: 0, skipped: 0 }
  for (const row of rows) counts[groupOf(row)] += 1
  return counts
}

function groupOf({ skipped, status, goods }: ReviewRow): Group {
  if (skipped) return 'skipped'
  return status === 'out' && goods?.below_step ? 'belowStep' : groups[status]
}

/** Number and sum of rows to be added, and number of rows left out. `sum` is null where prices are hidden. */
export function totalsOf(
  rows: readonly ReviewRow[],
  mode: CartMode = 'set',
): { toAdd: number; sum: number | null; leftOut: number } {
  const addedRows = rows.filter((row) => isAdded(row, mode))
  const hidden = addedRows.some(({ goods }) => goods?.price === null)
  const total = addedRows.reduce((sum, row) => sum + kopecks(addedSum(row, mode) ?? 0), 0)
  return { toAdd: addedRows.length, sum: hidden ? null : roubles(total), leftOut: rows.length - addedRows.length }
}

/**
 * Rows that can be accepted at once: a good proposed for an unknown name, a quantity proposed for a text. Contradictory
 * rows are accepted one by one. `isSplit`: each column has its own quantity.
 */
export function proposedRows(rows: readonly ReviewRow[], isSplit = false): ReviewRow[] {
  return rows.filter(({ status, doubt, matchedBy, goods, skipped, proposed }) => {
    if (goods === null || skipped) return false
    return status === 'check'
      ? doubt === 'similar' && matchedBy === 'name'
      : !isSplit && status === 'badQty' && proposed !== null
  })
}

/** Accepts a proposed good or quantity: only the quantity's status remains. */
export function acceptProposal(row: ReviewRow): ReviewRow {
  if (row.status === 'badQty' && row.proposed !== null) return withProposed(row)
  if (row.status !== 'check') return row
  const settled = { ...row, doubt: null, settled: true, edited: true, note: '' }
  if (row.requested === null) return row.proposed === null ? { ...settled, status: 'badQty' } : withProposed(settled)
  if (row.accepted === 0) return { ...settled, status: 'out' }
  if (row.accepted === row.requested) return { ...settled, status: 'ok' }
  return { ...settled, status: row.accepted < row.requested ? 'capped' : 'rounded' }
}

/** Roubles of a row's quantity of a candidate; null without a number or a price. */
export function candidateSum(row: ReviewRow, goods: BriefGoods): number | null {
  const { sum } = row.id === goods.id && row.requested !== null ? row : withCandidate(row, goods)
  return sum === 0 ? null : sum
}

/** The row with another candidate as the proposed good; the server computes exact values when it is accepted. */
export function withCandidate(row: ReviewRow, goods: BriefGoods): ReviewRow {
  const requested = row.requested ?? row.proposed
  const quantityMilli = requested === null ? 0 : fitQuantity(milli(requested), quantityRule(goods)).quantityMilli
  return {
    ...row,
    ...candidateDoubt(row, goods),
    id: goods.id,
    goods,
    price: goods.price,
    in_basket: goods.in_basket,
    accepted: units(quantityMilli),
    sum: sumOfQuantity(goods.price, quantityMilli),
  }
}

/** A doubt about the name belongs to the candidate, any other to the row; what follows it in the note stays. */
function candidateDoubt(row: ReviewRow, goods: BriefGoods): Pick<ReviewRow, 'doubt' | 'note'> {
  const { note } = row
  const doubt = proposalDoubts.find((each) => each === row.doubt)
  // Reviews stored by an earlier version have no doubts of candidates.
  const own = (goods as Partial<BriefGoods>).doubt
  if (doubt === undefined || !own) return { doubt: row.doubt, note }
  const shown = proposalNote(doubt, row.goods?.brand)
  const rest = note.startsWith(shown) ? note.slice(shown.length) : ''
  return { doubt: own, note: proposalNote(own, goods.brand) + rest }
}

/** The proposed quantity, fitted to the rule and the stock of the good. */
function withProposed(row: ReviewRow): ReviewRow {
  if (row.goods === null || row.proposed === null) return row
  const requestedMilli = milli(row.proposed)
  const { quantityMilli } = fitQuantity(requestedMilli, quantityRule(row.goods))
  const fitted = { ...withQuantity(row, quantityMilli), requested: row.proposed }
  if (quantityMilli === 0) return { ...fitted, status: 'out' }
  if (quantityMilli === requestedMilli) return fitted
  return { ...fitted, status: quantityMilli < requestedMilli ? 'capped' : 'rounded' }
}

/** Quantity ordered by accepting the proposal of a row; undefined if there is none. */
export function proposedMilli(row: ReviewRow): number | undefined {
  return row.goods === null || row.proposed === null ? undefined : milli(withProposed(row).accepted)
}

/** Another quantity, typed or stepped by the rule of its good. */
export function withQuantity(row: ReviewRow, quantityMilli: number): ReviewRow {
  return {
    ...row,
    accepted: units(quantityMilli),
    requested: units(quantityMilli),
    sum: sumOfQuantity(row.goods?.price ?? null, quantityMilli),
    status: 'ok',
    note: '',
    edited: true,
  }
}

/** Applies the server's answer for a good chosen by hand; the file's texts stay. */
export function withGoods(row: ReviewRow, answer: UploadRow): ReviewRow {
  const { line, row: rowNumber, rows, raw, rememberAs, parts } = row
  return {
    ...answer,
    line,
    row: rowNumber,
    rows,
    raw,
    rememberAs,
    parts,
    skipped: false,
    settled: answer.id !== null,
    edited: true,
    earlierMilli: 0,
    laterMilli: 0,
  }
}

/** The basket input: equal goods summed in file order, plus codes matched by hand. */
export function toCartInput(
  rows: readonly ReviewRow[],
  mode: CartMode = 'set',
): { cartList: Record<string, number>; order: number[] } & RememberedChoices {
  const totals = new Map<number, number>()
  const toAdd = rows.filter((each) => isAdded(each, mode))
  for (const row of toAdd) totals.set(row.id ?? 0, (totals.get(row.id ?? 0) ?? 0) + additionMilli(row, mode))
  return {
    cartList: Object.fromEntries([...totals].map(([id, sum]) => [id, units(sum)])),
    order: [...totals.keys()],
    ...rememberedChoices(toAdd),
  }
}

type RememberedChoices = { codes: Record<string, number>; names: Record<string, string> }

/** Goods matched by hand, by the code or name to save, with the name in each row. */
export function rememberedChoices(rows: readonly ReviewRow[]): RememberedChoices {
  const settled = rows.flatMap(({ rememberAs, raw, settled: isSettled, id }) =>
    isSettled && id !== null && rememberAs !== '' ? [{ rememberAs, raw, id }] : [],
  )
  return {
    codes: Object.fromEntries(settled.map(({ rememberAs, id }) => [rememberAs, id])),
    names: Object.fromEntries(
      settled.flatMap(({ rememberAs, raw }) => (raw.name === '' ? [] : [[rememberAs, raw.name]])),
    ),
  }
}

/** Roubles of a quantity; null where prices are hidden. */
export function sumOfQuantity(price: number | null, quantityMilli: number): number | null {
  return price === null ? null : roubles(lineSumKopecks(kopecks(price), quantityMilli))
}

function statusRank({ status }: ReviewRow): number {
  return rowStatuses.indexOf(status)
}

/** Rows by their texts; equal rows (of tables side by side) are numbered. */
function keyedRows(rows: readonly ReviewRow[]): [key: string, row: ReviewRow][] {
  const counts = new Map<string, number>()
  return rows.map((each) => {
    const { row, raw } = each
    const texts = JSON.stringify([row, raw.code, raw.name, raw.qnt])
    const count = (counts.get(texts) ?? 0) + 1
    counts.set(texts, count)
    return [`${count} ${texts}`, each]
  })
}
