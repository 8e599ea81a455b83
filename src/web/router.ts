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
    defaultPreload: 'intent',
    defaultPreloadDelay: 80,
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    // Inside the shell, where the way elsewhere stands.
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
    /** A product's card lies over a list that is this many steps back. */
    card?: number
  }
}
