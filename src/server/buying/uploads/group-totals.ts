import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import type { ExtractedRow } from '#server/platform/files/tables/extract.ts'

/** Stands for the remark of a row that may be the total of its group. */
export const groupTotal = 'итог группы'

type Row = Pick<
  ExtractedRow,
  'row' | 'articul' | 'code' | 'barcode' | 'name' | 'size' | 'unit' | 'price' | 'quantity' | 'cancelled'
>
type Table = { rows: readonly Row[]; milli: readonly number[]; titles: ReadonlySet<Row> }
/** A title, and the rows whose quantities it sums up; none where it does not. */
type Group = { title: Row; members: readonly Row[] }

/** One title above so few rows may have their sum by coincidence. */
const minMembers = 3

/**
 * Marks titles of groups that repeat the total of their rows, as 1C and spreadsheet programs write them above or below
 * a group. A title says nothing but its quantity and one text, less than the rows of its group; where no row says more,
 * those are told by names that begin alike.
 */
export function markGroupTotals<Each extends Row>(rows: readonly Each[]): Each[] {
  const titles = new Set<Row>(rows.filter((row) => factsOf(row) === 1 && row.cancelled === ''))
  const isOneLine = new Set(rows.map(({ row }) => row)).size === rows.length
  if (titles.size === 0 || !isOneLine) return [...rows]
  const table = { rows, milli: rows.map(({ quantity }) => milliOf(quantity)), titles }
  const totals = new Set([...totalsOf(table, 1), ...totalsOf(table, -1)])
  return rows.map((row) => (totals.has(row) ? { ...row, cancelled: groupTotal } : row))
}

/** How much a row says besides its quantity. */
function factsOf({ articul, code, barcode, name, size, unit, price }: Row): number {
  return [articul || code || barcode, name, size, unit, price].filter(Boolean).length
}

function milliOf(quantity: string): number {
  const read = parseQuantityText(quantity)
  return typeof read === 'object' ? read.milli : Number.NaN
}

/** Titles above (`step` 1) or below (-1) the rows that they sum up. */
function totalsOf(table: Table, step: 1 | -1): Row[] {
  const areDistinct = table.titles.size < table.rows.length
  const layout = areDistinct ? [] : titlesOfLayout(table, step)
  if (layout.length > 0) return layout
  const membersOf = areDistinct ? membersWithFacts : membersNamedAlike
  const groups = table.rows.flatMap((title, index): Group[] =>
    table.titles.has(title) ? [{ title, members: membersOf(table, index, step) }] : [],
  )
  const isLayout =
    areDistinct &&
    groups.length > 1 &&
    groups.every(({ members }) => members.length > 0) &&
    groups.some(({ members }) => members.length > 1)
  return groups.flatMap(({ title, members }) => {
    const isPlain = members.length >= minMembers || (members.length > 0 && members.every(isNamedLike(title)))
    return (isLayout && members.length > 0) || isPlain ? [title] : []
  })
}

/** Where every row says as little as a title: the titles, if the whole table consists of groups with their totals. */
function titlesOfLayout({ rows, milli }: Table, step: 1 | -1): Row[] {
  const found: Row[] = []
  let left = 0
  for (let at = step === 1 ? 0 : rows.length - 1; at >= 0 && at < rows.length; at += step) {
    const row = rows[at] as Row
    const quantity = milli[at] ?? Number.NaN
    const title = left === 0 ? row : (found.at(-1) ?? row)
    if (title === row) found.push(row)
    else if (!isShorter(title, row)) return []
    left = title === row ? quantity : left - quantity
    if (!(left >= 0)) return []
  }
  const members = rows.length - found.length
  return left === 0 && members >= minMembers && members >= found.length * 2 ? found : []
}

/** Rows up to another title, a name that begins otherwise than all before, or the end; over titles of groups inside. */
function membersWithFacts({ rows, milli, titles }: Table, index: number, step: 1 | -1): Row[] {
  const isAlike = isNamedLike(rows[index] as Row)
  const total = milli[index] ?? 0
  const members: Row[] = []
  let sum = 0
  for (let at = index + step; at >= 0 && at < rows.length && sum < total; at += step) {
    const row = rows[at] as Row
    if (titles.has(row)) continue
    members.push(row)
    sum += milli[at] ?? 0
    const next = rows[at + step]
    if (sum !== total) continue
    if (next === undefined || titles.has(next) || (members.every(isAlike) && !isAlike(next))) return members
  }
  return []
}

function membersNamedAlike({ rows, milli }: Table, index: number, step: 1 | -1): Row[] {
  const isMember = isNamedLike(rows[index] as Row)
  const total = milli[index] ?? 0
  const members: Row[] = []
  let sum = 0
  for (let at = index + step; at >= 0 && at < rows.length; at += step) {
    const row = rows[at] as Row
    if (!isMember(row)) break
    members.push(row)
    sum += milli[at] ?? 0
    if (!(sum <= total)) return []
  }
  return sum === total && members.length > 1 ? members : []
}

/** 'Перчатки' is the group of 'Перчатки х/б': the others say more, beginning with its words. */
function isNamedLike(title: Row): (row: Row) => boolean {
  const stems = wordsOf(title).map((word) => word.slice(0, Math.max(3, word.length - 2)))
  const isGeneral = stems.length > 0 && !/\d/.test(textOf(title))
  return (row) => {
    const words = wordsOf(row)
    return isGeneral && isShorter(title, row) && stems.every((stem) => words.some((word) => word.startsWith(stem)))
  }
}

/** Groups are called in fewer words than their goods. */
function isShorter(title: Row, row: Row): boolean {
  return textOf(title).split(/\s+/).length < textOf(row).split(/\s+/).length
}

function wordsOf(row: Row): string[] {
  return (
    textOf(row)
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  )
}

function textOf({ name, articul, code }: Row): string {
  return (name || articul || code).trim()
}
