import type { ClientBase } from 'pg'
import type { FacetFilter, FacetView } from '#server/catalogue/facets/query.ts'

export type OracleAnswer = {
  total: number
  rows: {
    id: number
    price: number
    rrc: number | null
    old: number | null
    total: number
    available: number
    variants: number
  }[]
  brands: Record<number, { count: number; selected: boolean }>
  tags: Record<number, { count: number; selected: boolean }>
  values: Record<number, { count: number; selected: boolean }>
  prices: [number, number] | null
  flags: { available: number; isNew: number; isSale: number }
}

type Fact = {
  row: number
  item: number
  header: string
  articul: string
  brand: number | null
  price: number
  list: number
  rrc: number | null
  total: number
  available: number
  enough: boolean
  is_new: boolean
  is_hit: boolean
  is_sale: boolean
  variant: boolean
  values: number[]
  tags: number[]
  categories: number[]
}

/**
 * Reference implementation of search and facets for tests: SQL reads the facts of each sold item, and each facet is
 * counted separately over the items that match all other choices. Shares no code with the search.
 */
export async function queryOracle(client: ClientBase, view: FacetView, filter: FacetFilter): Promise<OracleAnswer> {
  const { rows: facts } = await client.query<Fact>(factsSql, [
    view.priceTypeId,
    view.rrcTypeId,
    view.warehouseIds,
    filter.warehouseId === undefined ? view.warehouseIds : [filter.warehouseId],
  ])
  const passing = (ignored?: string) =>
    facts.filter(
      (fact) => allowed(fact, filter) && choices(filter).every(([facet, test]) => facet === ignored || test(fact)),
    )
  const matching = passing()
  const valuesOf = (parameter: number) => [1, 2, 3, 4].map((n) => parameter * 10 + n)
  const chosenValues = new Map(filter.values)
  return {
    total: distinctRows(matching),
    rows: pageOf(matching, facts, filter),
    brands: counted([1, 2, 3], filter.brandIds, passing('brand'), (fact, brand) => fact.brand === brand),
    tags: counted([1, 2], filter.tagIds, passing('tag'), (fact, tag) => fact.tags.includes(tag)),
    values: Object.assign(
      {},
      ...[1, 2, 3].map((parameter) =>
        counted(
          valuesOf(parameter),
          chosenValues.get(parameter) ?? [],
          passing(`parameter ${parameter}`),
          (fact, value) => fact.values.includes(value),
        ),
      ),
    ),
    prices: bounds(passing('price')),
    flags: {
      available: distinctRows(passing('available').filter(({ enough }) => enough)),
      isNew: distinctRows(passing('new').filter(({ is_new }) => is_new)),
      isSale: distinctRows(passing('sale').filter(({ is_sale }) => is_sale)),
    },
  }
}

const factsSql = `
with recursive tree as (
  select id, id as above from categories where active and id <> 2
  union
  select tree.id, parent.id from tree join categories c on c.id = tree.above join categories parent
    on parent.id = c.parent_id and parent.active and parent.id <> 2
), item as (
  select p.id, coalesce(p.parent_id, p.id) as row, p.parent_id is not null as variant, p.step_milli,
    case p.decimals when 2 then 10 else p.step_milli end as least_milli
  from products p left join products parent on parent.id = p.parent_id
  where p.active and (parent.id is null or parent.active)
    and not exists (select from products v where v.parent_id = p.id and v.active)
)
select item.row, item.id as item, r.name as header, item.variant,
  coalesce(nullif(r.articul, ''), (select first.articul from products first where first.parent_id = r.id
    and first.active order by first.id limit 1), '') as articul,
  r.brand_id as brand, coalesce(price.sale_kopecks, price.price_kopecks) as price, price.price_kopecks as list,
  (select coalesce(rrc.sale_kopecks, rrc.price_kopecks) from prices rrc where rrc.product_id = item.id
    and rrc.price_type_id = $2) as rrc,
  stock.total, stock.available, stock.available >= item.step_milli as enough, r.is_new, r.is_hit, r.is_sale,
  array(select distinct value_id from product_parameters where product_id in (item.id, item.row)) as values,
  array(select tag_id from product_tags where product_id = item.row) as tags,
  array(select distinct tree.above from product_categories link join tree on tree.id = link.category_id
    where link.product_id = item.row) as categories
from item
join products r on r.id = item.row
join prices price on price.product_id = item.id and price.price_type_id = $1
cross join lateral (
  select coalesce(sum(greatest(0,
    on_hand_milli - reserved_milli - safety_milli)) filter (where warehouse_id = any($3::int[])), 0)::float8 as total,
    coalesce(sum(greatest(0,
      on_hand_milli - reserved_milli - safety_milli) / item.least_milli * item.least_milli)
      filter (where warehouse_id = any($4::int[])), 0)::float8 as available
  from stocks where product_id = item.id
) stock
order by item.row, item.id`

function allowed(fact: Fact, filter: FacetFilter): boolean {
  if (filter.query !== '' && textClass(fact, filter) === undefined) return false
  if (filter.categoryId !== undefined && !fact.categories.includes(filter.categoryId)) return false
  if (filter.productIds && !filter.productIds.includes(fact.row) && !filter.productIds.some((id) => id === fact.item)) {
    return false
  }
  return { all: true, hit: fact.is_hit, new: fact.is_new, sale: fact.is_sale }[filter.only]
}

/**
 * Expected relevance class of a row for a few queries, judged by hand, or undefined. With several words, each is found
 * or not, and one may be missing. A category's name counts less than the row's own.
 */
export const oracleQueries = [
  'дрели',
  'lhtkm',
  'бош',
  'Яблоки',
  'a1',
  'ключ 10',
  'ударная дрель',
  'нет такого',
] as const
/** Queries where every row of a class has the same score, so that the order is class, stock and header. */
export const evenlyScored: readonly string[] = oracleQueries.filter((query) => query !== 'ударная дрель')

function textClass({ header, articul, categories }: Fact, { query, searchIn }: FacetFilter): number | undefined {
  const named = (pattern: RegExp) => (searchIn !== 'articul' && pattern.test(header) ? 3 : 0)
  const grouped = (ids: number[]) => (searchIn === 'all' && ids.some((id) => categories.includes(id)) ? 1 : 0)
  const drill = () => named(/дрел/i) || grouped([12, 13])
  const words: Record<string, () => number[]> = {
    дрели: () => [drill()],
    lhtkm: () => [drill()],
    бош: () => [named(/bosch/i)],
    Яблоки: () => [named(/яблоко/i)],
    a1: () => [searchIn !== 'header' && articul === 'A-1' ? 4 : 0],
    'ключ 10': () => [named(/ключ/i), named(/10/)],
    'ударная дрель': () => [named(/ударн/i) || grouped([13]), drill()],
  }
  const found = words[query]?.() ?? [0]
  const missing = found.filter((level) => level === 0).length
  if (missing === 0) return Math.min(...found)
  return missing === 1 && found.length > 1 ? 0 : undefined
}

function choices(filter: FacetFilter): [string, (fact: Fact) => boolean][] {
  const { price } = filter
  const made: [string, (fact: Fact) => boolean][] = filter.values.map(([parameter, ids]) => [
    `parameter ${parameter}`,
    (fact) => ids.some((id) => fact.values.includes(id)),
  ])
  if (filter.brandIds.length > 0) made.push(['brand', ({ brand }) => brand !== null && filter.brandIds.includes(brand)])
  if (filter.tagIds.length > 0) made.push(['tag', ({ tags }) => filter.tagIds.some((id) => tags.includes(id))])
  if (filter.available) made.push(['available', ({ enough }) => enough])
  if (filter.isNew) made.push(['new', ({ is_new }) => is_new])
  if (filter.isSale) made.push(['sale', ({ is_sale }) => is_sale])
  if (price)
    made.push([
      'price',
      (fact) => fact.price >= (price.minKopecks ?? 0) && fact.price <= (price.maxKopecks ?? Infinity),
    ])
  return made
}

function counted(
  ids: number[],
  chosen: readonly number[],
  facts: Fact[],
  has: (fact: Fact, id: number) => boolean,
): Record<number, { count: number; selected: boolean }> {
  const counts = ids.map(
    (id) =>
      [id, { count: distinctRows(facts.filter((fact) => has(fact, id))), selected: chosen.includes(id) }] as const,
  )
  return Object.fromEntries(counts.filter(([, { count, selected }]) => count > 0 || selected))
}

function pageOf(matching: Fact[], sold: Fact[], filter: FacetFilter): OracleAnswer['rows'] {
  const { sorting, page, perPage } = filter
  const byRow = [...Map.groupBy(matching, ({ row }) => row).values()].map((items) => {
    const cheapest = items.reduce((best, item) => (item.price < best.price ? item : best))
    return {
      id: cheapest.row,
      header: cheapest.header,
      articul: cheapest.articul,
      relevance: 2 * (textClass(cheapest, filter) ?? 0) + Number(items.some(({ enough }) => enough)),
      price: cheapest.price,
      rrc: cheapest.rrc,
      old: cheapest.list > cheapest.price ? cheapest.list : null,
      total: sum(items.map(({ total }) => total)),
      available: sum(items.map(({ available }) => available)),
      variants: cheapest.variant ? sold.filter(({ row }) => row === cheapest.row).length : 0,
    }
  })
  const russian = (a: string, b: string) => a.localeCompare(b, 'ru')
  const sign = sorting?.descending ? -1 : 1
  const byHeader = (a: (typeof byRow)[number], b: (typeof byRow)[number]) => russian(a.header, b.header) || a.id - b.id
  byRow.sort((a, b) => {
    switch (sorting?.field) {
      case 'price':
        return sign * (a.price - b.price) || byHeader(a, b)
      case 'articul':
        return sign * russian(a.articul, b.articul) || byHeader(a, b)
      case 'rrc':
        if (a.rrc === null || b.rrc === null) return Number(a.rrc === null) - Number(b.rrc === null) || byHeader(a, b)
        return sign * (a.rrc - b.rrc) || byHeader(a, b)
      case 'header':
        return sign * byHeader(a, b)
      default:
        return (filter.query === '' ? 0 : b.relevance - a.relevance) || byHeader(a, b)
    }
  })
  const last = Math.max(1, Math.ceil(byRow.length / perPage))
  const first = (Math.min(page, last) - 1) * perPage
  return byRow
    .slice(first, first + perPage)
    .map(({ header: _header, articul: _articul, relevance: _relevance, ...row }) => row)
}

function bounds(facts: Fact[]): [number, number] | null {
  const all = facts.map(({ price }) => price)
  return all.length === 0 ? null : [Math.min(...all), Math.max(...all)]
}

function distinctRows(facts: Fact[]): number {
  return new Set(facts.map(({ row }) => row)).size
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
