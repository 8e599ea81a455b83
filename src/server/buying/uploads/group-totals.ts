import { parseQuantityText } from '#shared/rules/quantity-text.ts'
import type { ExtractedRow } from '#server/platform/files/tables/extract.ts'

/** Used as the remark of a row that may be the total of its group. */
export const groupTotal = 'итог группы'

type Row = Pick<
  ExtractedRow,
  'row' | 'articul' | 'code' | 'barcode' | 'name' | 'size' | 'unit' | 'price' | 'quantity' | 'cancelRemark'
>
type Table = { rows: readonly Row[]; milli: readonly number[]; titles: ReadonlySet<Row> }
/** A title, and the rows whose quantities it totals; empty if it does not. */
type Group = { title: Row; members: readonly Row[] }

/** With fewer rows a single title may equal their sum by coincidence. */
const minMembers = 3

/**
 * Marks titles of groups with the total of their rows, which 1C and spreadsheet programs write above or below a group.
 * A title has only a quantity and one text, less than the rows of its group. If no row has more, groups are recognised
 * by the layout of the table, or by names with common words.
 */
export function markGroupTotals<Each extends Row>(rows: readonly Each[]): Each[] {
  const titles = new Set<Row>(rows.filter((row) => countFacts(row) === 1 && row.cancelRemark === ''))
  const isOneLine = new Set(rows.map(({ row }) => row)).size === rows.length
  if (titles.size === 0 || !isOneLine) return [...rows]
  const table = { rows, milli: rows.map(({ quantity }) => milliOf(quantity)), titles }
  const totals = new Set([...totalsOf(table, 1), ...totalsOf(table, -1)])
  return rows.map((row) => (totals.has(row) ? { ...row, cancelRemark: groupTotal } : row))
}

/** Number of texts that a row has besides its quantity. */
function countFacts({ articul, code, barcode, name, size, unit, price }: Row): number {
  return [articul || code || barcode, name, size, unit, price].filter(Boolean).length
}

function milliOf(quantity: string): number {
  const parsed = parseQuantityText(quantity)
  return typeof parsed === 'object' ? parsed.milli : Number.NaN
}

/** Titles above (`step` 1) or below (-1) the rows that they total. */
function totalsOf(table: Table, step: 1 | -1): Row[] {
  const areDistinct = table.titles.size < table.rows.length
  const layout = areDistinct ? [] : titlesOfLayout(table, step)
  if (layout.length > 0) return layout
  const membersOf = areDistinct ? membersWithFacts : membersWithSimilarNames
  const groups = table.rows.flatMap((title, index): Group[] =>
    table.titles.has(title) ? [{ title, members: membersOf(table, index, step) }] : [],
  )
  const isLayout =
    areDistinct &&
    groups.length > 1 &&
    groups.every(({ members }) => members.length > 0) &&
    groups.some(({ members }) => members.length > 1)
  return groups.flatMap(({ title, members }) => {
    const isPlain = members.length >= minMembers || (members.length > 0 && members.every(createNameMatcher(title)))
    return (isLayout && members.length > 0) || isPlain ? [title] : []
  })
}

/** For tables of names only: the titles, if the whole table consists of groups with their totals. */
function titlesOfLayout({ rows, milli }: Table, step: 1 | -1): Row[] {
  const found: Row[] = []
  let remaining = 0
  for (let index = step === 1 ? 0 : rows.length - 1; index >= 0 && index < rows.length; index += step) {
    const row = rows[index] as Row
    const quantity = milli[index] ?? Number.NaN
    const title = remaining === 0 ? row : (found.at(-1) ?? row)
    if (title === row) found.push(row)
    else if (!isShorter(title, row)) return []
    remaining = title === row ? quantity : remaining - quantity
    if (!(remaining >= 0)) return []
  }
  const members = rows.length - found.length
  return remaining === 0 && members >= minMembers && members >= found.length * 2 ? found : []
}

/** Rows up to another title, a name of another group, or the end; titles of nested groups are skipped. */
function membersWithFacts({ rows, milli, titles }: Table, index: number, step: 1 | -1): Row[] {
  const isSimilarName = createNameMatcher(rows[index] as Row)
  const total = milli[index] ?? 0
  const members: Row[] = []
  let sum = 0
  for (let rowIndex = index + step; rowIndex >= 0 && rowIndex < rows.length && sum < total; rowIndex += step) {
    const row = rows[rowIndex] as Row
    if (titles.has(row)) continue
    members.push(row)
    sum += milli[rowIndex] ?? 0
    const next = rows[rowIndex + step]
    if (sum !== total) continue
    if (next === undefined || titles.has(next) || (members.every(isSimilarName) && !isSimilarName(next))) return members
  }
  return []
}

function membersWithSimilarNames({ rows, milli }: Table, index: number, step: 1 | -1): Row[] {
  const isMember = createNameMatcher(rows[index] as Row)
  const total = milli[index] ?? 0
  const members: Row[] = []
  let sum = 0
  for (let rowIndex = index + step; rowIndex >= 0 && rowIndex < rows.length; rowIndex += step) {
    const row = rows[rowIndex] as Row
    if (!isMember(row)) break
    members.push(row)
    sum += milli[rowIndex] ?? 0
    if (!(sum <= total)) return []
  }
  return sum === total && members.length > 1 ? members : []
}

/** 'Перчатки' is the group of 'Перчатки х/б': longer names that contain its words. */
function createNameMatcher(title: Row): (row: Row) => boolean {
  const stems = wordsOf(title).map((word) => word.slice(0, Math.max(3, word.length - 2)))
  const isGeneral = stems.length > 0 && !/\d/.test(textOf(title))
  return (row) => {
    const words = wordsOf(row)
    return isGeneral && isShorter(title, row) && stems.every((stem) => words.some((word) => word.startsWith(stem)))
  }
}

/** Group names have fewer words than the names of their goods. */
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
