import { parseInteger } from '#web/search.ts'

export const requestStates = ['new', 'done', 'refused'] as const
export type RequestsSearch = { state?: (typeof requestStates)[number]; page?: number }

export function normaliseRequestsSearch(raw: Record<string, unknown>): RequestsSearch {
  const page = parseInteger(raw.page)
  const search = { state: requestStates.find((state) => state === raw.state), page: page === 1 ? undefined : page }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}
