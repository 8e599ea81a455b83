import { matchQuery, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { eventTopics } from '#shared/api/events.ts'
import { createBasketSync } from '#web/parts/basket/basket-sync.ts'
import { dashboardKey, waitingKey } from '#web/staff/dashboard/dashboard-key.ts'
import { topicsIn } from './live-topics.ts'

test('an event makes the dashboard read what waits, not its chart or the exchange', () => {
  const queries = new QueryClient()
  const topics = topicsIn(
    queries,
    createBasketSync(queries, () => undefined),
  )
  const keys = [waitingKey, [...dashboardKey, 'exchange'], [...dashboardKey, 'orders', 'year']]
  const cached = keys.map((queryKey) => queries.getQueryCache().build(queries, { queryKey }))
  const readBy = eventTopics.map((topic) => [
    topic,
    cached.filter((query) => matchQuery(topics[topic].queries, query)).map(({ queryKey }) => queryKey.at(-1)),
  ])
  const ofStaff = ['acts', 'callbacks', 'chat', 'claims', 'orders', 'registrations']
  expect(Object.fromEntries(readBy)).toEqual(
    Object.fromEntries(eventTopics.map((topic) => [topic, ofStaff.includes(topic) ? ['waiting'] : []])),
  )
})
