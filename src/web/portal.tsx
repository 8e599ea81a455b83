import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createAppRouter } from './router.ts'

/** The portal of a signed-in user: the router with all pages. */
export function createPortal(queries: QueryClient) {
  const router = createAppRouter(queries)
  return function Portal() {
    return <RouterProvider router={router} />
  }
}
