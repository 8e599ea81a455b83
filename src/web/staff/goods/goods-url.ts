import type { InputOf } from '#shared/api/endpoint.ts'
import type { staffGoods } from '#shared/api/staff/goods.ts'
import { goodsFlags, goodsGaps, type GoodsFlag, type GoodsGap } from '#shared/rules/goods/goods-flags.ts'
import { textOf, parseInteger } from '#web/search.ts'

export const pageSizes = [20, 40, 60, 100] as const
export const goodsStates = ['active', 'gone', 'all'] as const
export type GoodsState = (typeof goodsStates)[number]

/** Filters of the list of goods; defaults are omitted. */
export type GoodsSearch = {
  query?: string
  flag?: GoodsFlag
  label?: number
  /** Only goods that lack it. */
  gap?: GoodsGap
  state?: Exclude<GoodsState, 'active'>
  perpage?: number
  page?: number
}

export function normaliseGoodsSearch(raw: Record<string, unknown>): GoodsSearch {
  const [page, perpage] = [parseInteger(raw.page), parseInteger(raw.perpage)]
  const search: GoodsSearch = {
    query: textOf(raw.query)?.trim(),
    flag: goodsFlags.find((flag) => flag === raw.flag),
    label: parseInteger(raw.label),
    gap: goodsGaps.find((gap) => gap === raw.gap),
    state: raw.state === 'gone' || raw.state === 'all' ? raw.state : undefined,
    perpage: pageSizes.find((size) => size === perpage && size !== 20),
    page: page === 1 ? undefined : page,
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** Changed filters, starting at page 1. */
export function changeGoodsSearch(search: GoodsSearch, change: GoodsSearch): GoodsSearch {
  return normaliseGoodsSearch({ ...search, page: undefined, ...change })
}

export function goodsInputOf({ label, ...search }: GoodsSearch): InputOf<typeof staffGoods> {
  return { ...search, tag: label }
}

/** Whether any filter is set. */
export function isFiltered({ query, flag, label, gap, state }: GoodsSearch): boolean {
  return [query, flag, label, gap, state].some((value) => value !== undefined)
}
