import { wholeOf } from '#web/search.ts'

/** What of the exchange's log is looked at: a page of runs, and one of them opened at a page of its records. */
export type LogSearch = { page?: number; problems?: 1; run?: number; records?: number }

export function normaliseLogSearch(raw: Record<string, unknown>): LogSearch {
  const [page, run, records] = [wholeOf(raw.page), wholeOf(raw.run), wholeOf(raw.records)]
  return {
    ...(page === undefined || page === 1 ? {} : { page }),
    ...(wholeOf(raw.problems) === 1 ? { problems: 1 } : {}),
    ...(run === undefined ? {} : { run }),
    ...(run === undefined || records === undefined || records === 1 ? {} : { records }),
  }
}
