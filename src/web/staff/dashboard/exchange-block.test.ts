import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ExchangeHealth } from '#shared/api/staff/dashboard/waiting.ts'
import { Exchange } from './ExchangeBlock.tsx'

const well: ExchangeHealth = {
  status: 'success',
  streams: [],
  waiting_offers: 0,
  set_aside: 0,
  failed_jobs: 0,
  unconfirmed: { count: 0, first: null },
}

async function textOf(health: ExchangeHealth): Promise<string> {
  const routeTree = createRootRoute({ component: () => createElement(Exchange, { health, now: new Date() }) })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await router.load()
  return renderToStaticMarkup(createElement(RouterProvider, { router })).replace(/<[^>]*>/g, ' ')
}

test('troubles are shown whether or not 1C has sent anything', async () => {
  const first = { id: 7, number: 'О-7', at: new Date().toISOString() }
  const ill = { ...well, failed_jobs: 2, unconfirmed: { count: 3, first } }
  const silent = await textOf(ill)
  expect(silent).toContain('1С ещё не подключена')
  expect(silent).toMatch(/Задания не выполнены:\s+2/)
  expect(silent).toMatch(/Заказы не ушли в 1С:\s+3\s+Открыть О-7/)
  const stream: ExchangeHealth['streams'][number] = {
    kind: 'stocks',
    title: 'Остатки',
    at: first.at,
    alarm_minutes: 60,
    late: false,
  }
  const heard = await textOf({ ...ill, streams: [stream] })
  expect(heard).not.toContain('не подключена')
  expect(heard).toMatch(/Остатки.*Задания не выполнены:\s+2/)
  expect(await textOf(well)).not.toContain('Задания')
})
