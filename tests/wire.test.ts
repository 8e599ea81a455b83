import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type Visitor } from './support/app.ts'
import { createWorld, signedIn } from './support/fixtures.ts'
import { until } from './support/wait.ts'

/** Empty choices as sent by clients written by the specification. */
let portal: TestApp
let owner: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  const world = await createWorld(portal.db)
  owner = await signedIn(portal, world.ownerId)
  await until(
    () => fetch(`${portal.origin}/health`),
    ({ ok }) => ok,
    15_000,
  )
})
afterAll(() => portal.close())

test.each([
  [
    '/api/filter/',
    { catalog: '', warehouse: '', minprice: '', brand: '', filter: [], sorting: [], query: null, contract: 0 },
  ],
  ['/api/filter/', { catalog: 0, brand: 1, tags: null }],
  ['/api/filter/', undefined],
  ['/api/clearBasket/', undefined],
  ['/api/clearBasket/', { contract: '' }],
])('POST %s accepts %j as an empty choice', async (path, body) => {
  const response = await post(path, body === undefined ? '' : JSON.stringify(body))
  expect(response.status).toBe(200)
})

test.each([
  '/api/order/?dateselect=&state=&startDate=&endDate=&contract=',
  '/api/getBasketData?contract=',
  '/api/filterinit?contract=',
])('GET %s treats empty parameters as absent', async (path) => expect((await owner.send(path, {})).status).toBe(200))

test('the method parameter is read from the body only', async () => {
  expect((await post('/api/order/1/?method=cancel', '{}')).status).toBe(400)
})

test('a guest gets 401 before the body is read', async () => {
  const response = await fetch(`${portal.origin}/api/order/`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(401)
})

test.each([
  ['a broken address', '/api/order/%E0%A4%A', {}, 400],
  ['plain text', '/api/filter/', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }, 415],
])('%s is refused in the common format and in Russian', async (_, path, init, status) => {
  const response = await owner.send(path, init)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ status: 'error', message: expect.stringMatching(/[а-я]/) as string })
})

function post(path: string, body: string): Promise<Response> {
  return owner.send(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
}
