import { runGroups, streamKinds, type RunGroup, type StreamKind } from '#shared/api/administration/exchange-filters.ts'
import { parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** URL state of the exchange: filters and page of its runs; `run` is the open one. */
export type ExchangeSearch = RecordsSearch & {
  group?: RunGroup
  kind?: StreamKind
  query?: string
  page?: number
  run?: number
}

/** Page of the rejected records of the open run, and the text they are searched by. */
export type RecordsSearch = { records?: number; find?: string }

export function normaliseExchangeSearch(raw: Record<string, unknown>): ExchangeSearch {
  const group = runGroups.find((name) => name === raw.group)
  const page = parseInteger(raw.page)
  const records = parseInteger(raw.records)
  return withoutAbsent({
    group: group === 'all' ? undefined : group,
    kind: streamKinds.find((kind) => kind === raw.kind),
    query: textOf(raw.query),
    page: page === 1 ? undefined : page,
    run: parseInteger(raw.run),
    records: records === 1 ? undefined : records,
    find: textOf(raw.find),
  })
}

/** Changed filters; any change except of the page goes back to page 1. */
export function changeExchangeSearch(
  search: ExchangeSearch,
  change: { [Name in keyof ExchangeSearch]: ExchangeSearch[Name] | undefined },
): ExchangeSearch {
  return normaliseExchangeSearch({ ...search, page: undefined, records: undefined, find: undefined, ...change })
}
