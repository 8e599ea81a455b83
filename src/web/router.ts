import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { PageError } from '#web/shell/PageError.tsx'
import { parseSearch, stringifySearch } from './search.ts'
import { routeTree } from './route-tree.gen.ts'

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    parseSearch,
    stringifySearch,
    // What `validateSearch` leaves out of an address, such as an unknown filter, is removed from it.
    search: { strict: true },
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    // Errors are shown inside the shell, so that its navigation stays usable.
    defaultErrorComponent: PageError,
    scrollRestoration: true,
    scrollToTopSelectors: ['#main', '#rows'],
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** A product's card is open over a list this many history entries back. */
    card?: number
  }
}
