import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { staffDeliveryQuery } from './use-staff-delivery.ts'

afterEach(() => {
  focusManager.setFocused(undefined)
  vi.unstubAllGlobals()
})

test('focusing the window does not refetch, which would discard a zone being drawn', async () => {
  const fetched = vi.fn(() => new Promise<never>(() => undefined))
  vi.stubGlobal('fetch', fetched)
  const queries = new QueryClient()
  queries.mount()
  queries.setQueryData(
    staffDeliveryQuery.queryKey,
    { methods: [], companies: [], zones: [], tiles: null },
    { updatedAt: 1 },
  )
  const leave = new QueryObserver(queries, { ...staffDeliveryQuery, refetchOnMount: false }).subscribe(() => undefined)
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await new Promise((resolve) => setImmediate(resolve))
  expect(fetched).not.toHaveBeenCalled()
  leave()
  queries.unmount()
})
