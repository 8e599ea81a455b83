import { parseInteger } from '#web/search.ts'

/** URL state of the exchange log: a page of runs, and an open run with a page of its records. */
export type LogSearch = { page?: number; problems?: 1; run?: number; records?: number }

export function normaliseLogSearch(raw: Record<string, unknown>): LogSearch {
  const [page, run, records] = [parseInteger(raw.page), parseInteger(raw.run), parseInteger(raw.records)]
  return {
    ...(page === undefined || page === 1 ? {} : { page }),
    ...(parseInteger(raw.problems) === 1 ? { problems: 1 } : {}),
    ...(run === undefined ? {} : { run }),
    ...(run === undefined || records === undefined || records === 1 ? {} : { records }),
  }
}
