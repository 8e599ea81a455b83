import type { BasketLine } from '#shared/api/basket.ts'
import { kopecks, lineSumKopecks, milli, roubles } from '#shared/rules/money.ts'
import { textOf } from '#web/search.ts'
import { matchesAllWords } from '#web/ui/matches-all-words.ts'
import type { Direction } from '#web/ui/tables/sorting.ts'
import { isNotMultiple, priceChange } from './lines.ts'

/** URL state of the basket. */
export type CartSearch = { query?: string; show?: 'moved' | 'comment'; sorting?: string; groups?: '1' }

export const cartSortFields = ['header', 'warehouse', 'price', 'quantity', 'sum'] as const
export type CartSortField = (typeof cartSortFields)[number]
export type CartSorting = { field: CartSortField; direction: Direction }

/** Lines under one heading; undefined if the basket is not grouped. */
export type LineGroup = { heading: string | undefined; lines: BasketLine[]; sum: number | null }

/** Normalises a URL: drops defaults and invalid values. */
export function normaliseCartSearch(raw: Record<string, unknown>): CartSearch {
  const query = textOf(raw.query)?.trim()
  const sorting = readSorting(textOf(raw.sorting))
  return {
    ...(query ? { query } : {}),
    ...(raw.show === 'moved' || raw.show === 'comment' ? { show: raw.show } : {}),
    ...(sorting ? { sorting: `${sorting.field}.${sorting.direction}` } : {}),
    ...(textOf(raw.groups) === '1' ? { groups: '1' } : {}),
  }
}

export function sortingOf({ sorting }: CartSearch): CartSorting | undefined {
  return readSorting(sorting)
}

/** Lines as shown: filtered, sorted and grouped by category. */
export function groupedLines(lines: readonly BasketLine[], search: CartSearch): LineGroup[] {
  const visibleLines = sorted(
    lines.filter((line) => isFound(line, search)),
    sortingOf(search),
  )
  if (search.groups !== '1') return visibleLines.length === 0 ? [] : [group(undefined, visibleLines)]
  const byCategory = Map.groupBy(visibleLines, ({ category }) => category?.header ?? withoutCategory)
  return [...byCategory]
    .toSorted(([one], [other]) => rank(one) - rank(other) || collator.compare(one, other))
    .map(([heading, groupLines]) => group(heading, groupLines))
}

const withoutCategory = 'Без категории'
const collator = new Intl.Collator('ru', { numeric: true })

const rank = (heading: string) => (heading === withoutCategory ? 1 : 0)

function readSorting(text: string | undefined): CartSorting | undefined {
  const [name, direction] = text?.split('.') ?? []
  const field = cartSortFields.find((each) => each === name)
  return field && (direction === 'asc' || direction === 'desc') ? { field, direction } : undefined
}

function isFound(line: BasketLine, { query = '', show }: CartSearch): boolean {
  if (show === 'moved' && !(line.over || isNotMultiple(line) || priceChange(line) !== 0)) return false
  if (show === 'comment' && line.comment === '') return false
  return matchesAllWords([line.header, line.articul, line.comment, line.wms_header].join(' '), query)
}

/** Lines without a price come last in both directions; equal ones keep their order. */
function sorted(lines: BasketLine[], sorting: CartSorting | undefined): BasketLine[] {
  if (!sorting) return lines
  const { field, direction } = sorting
  const sign = direction === 'asc' ? 1 : -1
  return lines.toSorted((a, b) => {
    const [left, right] = [keys[field](a), keys[field](b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return (
      sign *
      (typeof left === 'string' || typeof right === 'string'
        ? collator.compare(String(left), String(right))
        : left - right)
    )
  })
}

const keys: Record<CartSortField, (line: BasketLine) => string | number | null> = {
  header: ({ header }) => header,
  warehouse: ({ wms_header }) => wms_header,
  price: ({ price }) => price,
  quantity: ({ qnt }) => qnt,
  sum: ({ sum }) => sum,
}

function group(heading: string | undefined, lines: BasketLine[]): LineGroup {
  const sums = lines.flatMap(({ price, qnt }) => (price === null ? [] : [lineSumKopecks(kopecks(price), milli(qnt))]))
  return { heading, lines, sum: sums.length === 0 ? null : roubles(sums.reduce((sum, each) => sum + each, 0)) }
}
