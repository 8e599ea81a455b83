import type { QueryClient } from '@tanstack/react-query'
import type { Me } from '#shared/api/account/access.ts'
import { catalogueInitQuery } from '#web/buyer/contracts/use-contracts.ts'
import { listQuery, type ListView } from '#web/buyer/lists/use-lists.ts'

/** Loads a list while its page is opening, so that the page itself sends no request [T.8]. */
export function loadList({ queries, me }: { queries: QueryClient; me: Me | null }, view: ListView): void {
  if (!me) return
  void queries.prefetchQuery(catalogueInitQuery)
  void queries.prefetchQuery(listQuery(view))
}
