import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createRefresher, type Topics } from './refresher.ts'

afterEach(() => vi.useRealTimers())

/** A basket query; the test answers each fetch with the server's version at that time. */
function shownBasket() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const waiting: ((version: string) => void)[] = []
  const options = {
    queryKey: ['basket'],
    queryFn: () => new Promise<{ version: string }>((resolve) => waiting.push((version) => resolve({ version }))),
  }
  const disconnect = new QueryObserver(queries, options).subscribe(() => undefined)
  const none = { queries: { queryKey: ['none'] } }
  const topics: Topics = {
    acts: none,
    basket: {
      queries: { queryKey: ['basket'] },
      isKnown: ({ version }) =>
        version !== undefined && queries.getQueryData<{ version: string }>(['basket'])?.version === version,
    },
    callbacks: none,
    chat: none,
    claims: none,
    contracts: none,
    drafts: none,
    exchange: none,
    firm: none,
    notifications: none,
    orders: none,
    registrations: none,
    stocks: none,
  }
  const flushPromises = () => vi.advanceTimersByTimeAsync(0)
  return {
    refresher: createRefresher(queries, topics),
    waiting,
    disconnect,
    flushPromises,
    answer: async (version: string) => (waiting.shift()?.(version), flushPromises()),
  }
}

test('a change is fetched at once, and many changes meanwhile cause one more fetch', async () => {
  vi.useFakeTimers()
  const { refresher, waiting, answer, flushPromises, disconnect } = shownBasket()
  await answer('1')
  for (const version of ['2', '3', '4']) refresher.changed({ topic: 'basket', version })
  await flushPromises()
  expect(waiting).toHaveLength(1)
  await answer('2')
  await vi.advanceTimersByTimeAsync(300)
  expect(waiting).toHaveLength(1)
  await answer('4')
  await vi.advanceTimersByTimeAsync(1000)
  expect(waiting).toHaveLength(0)
  disconnect()
})

test('a version already shown is not fetched', async () => {
  vi.useFakeTimers()
  const { refresher, waiting, answer, flushPromises, disconnect } = shownBasket()
  await answer('1')
  refresher.changed({ topic: 'basket', version: '1' })
  await flushPromises()
  expect(waiting).toHaveLength(0)
  refresher.all()
  await flushPromises()
  expect(waiting).toHaveLength(1)
  disconnect()
})

test('a fetch in progress when a change is announced is repeated if it returns an older version', async () => {
  vi.useFakeTimers()
  const { refresher, waiting, answer, flushPromises, disconnect } = shownBasket()
  expect(waiting).toHaveLength(1)
  refresher.changed({ topic: 'basket', version: '2' })
  await flushPromises()
  expect(waiting).toHaveLength(1)
  await answer('1')
  expect(waiting).toHaveLength(1)
  await answer('2')
  await vi.advanceTimersByTimeAsync(300)
  expect(waiting).toHaveLength(0)
  disconnect()
})

test('a fetch in progress that returns the announced version is not repeated', async () => {
  vi.useFakeTimers()
  const { refresher, waiting, answer, flushPromises, disconnect } = shownBasket()
  refresher.changed({ topic: 'basket', version: '2' })
  await flushPromises()
  await answer('2')
  await vi.advanceTimersByTimeAsync(300)
  expect(waiting).toHaveLength(0)
  disconnect()
})
