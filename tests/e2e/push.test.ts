import { expect, type BrowserContext, type Page } from '@playwright/test'
import { getBasketData, processBasket } from '#shared/api/basket.ts'
import { staffChangeOrder } from '#shared/api/staff/orders.ts'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { call } from '#web/api/client.ts'
import { cancel, order } from './orders-api.ts'
import {
  contracts,
  fillBasket,
  findGoods,
  quantityFields,
  sendInContext,
  signInAs,
  startWithEmptyBasket,
  test,
} from './support.ts'

const streamAddress = '**/api/events/'
/** From the changing call to the display in another window. */
const withinMs = 1000

/** The cart with one good, with its stream open if available. */
async function openCart(page: Page): Promise<void> {
  await page.goto('/cart/')
  await expect(quantityFields(page)).toHaveCount(1)
}

async function openStreams(page: Page): Promise<number> {
  const text = await (await page.request.get('/metrics')).text()
  return Number(/^event_streams_open (\d+)$/m.exec(text)?.[1])
}

const text = (quantity: number) => quantity.toLocaleString('ru-RU')

/** Clicks the stepper in one window; the other shows the change within a second of the answer. */
async function expectFollowed(page: Page, other: Page, { step }: ProductRow, steps: number): Promise<void> {
  const answered = page.waitForResponse('**/api/processBasketUpdate/')
  await page.getByRole('button', { name: /^Больше/ }).click()
  await answered
  await expect(quantityFields(other)).toHaveValue(text(step * steps), { timeout: withinMs })
}

async function oneGood(page: Page): Promise<ProductRow> {
  const send = await signInAs(page, 'owner')
  const [good] = await findGoods(send, 1)
  if (!good) throw new Error('the demo has goods')
  await fillBasket(send, [good], 1)
  return good
}

async function secondWindow(context: BrowserContext, from: Page): Promise<Page> {
  if (context !== from.context()) await context.addCookies(await from.context().cookies())
  const other = await context.newPage()
  await openCart(other)
  return other
}

test(
  'a quantity changed in one window appears in the other within a second; both windows share one stream',
  { tag: '@phone' },
  async ({ page, context }) => {
    const good = await oneGood(page)
    await openCart(page)
    const other = await secondWindow(context, page)
    await expect.poll(() => openStreams(page)).toBe(1)
    await expectFollowed(page, other, good, 2)
    await expectFollowed(other, page, good, 3)

    // The window with the stream closes; the other takes over and misses no change in between.
    await page.goto('about:blank')
    const send = sendInContext(context)
    await call(processBasket, { id: good.id, qnt: good.step }, { send })
    await expect(quantityFields(other)).toHaveValue(text(good.step * 4))
    await expect.poll(() => openStreams(other)).toBe(1)
    await call(processBasket, { id: good.id, qnt: good.step }, { send })
    await expect(quantityFields(other)).toHaveValue(text(good.step * 5), { timeout: withinMs })
  },
)

test('changes reach another browser, also without leader election; switching contracts is followed too', async ({
  page,
  browser,
}) => {
  const good = await oneGood(page)
  const context = await browser.newContext()
  // As over plain http in a local network.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
  await openCart(page)
  const other = await secondWindow(context, page)
  await expect.poll(() => openStreams(page)).toBe(2)
  await expectFollowed(page, other, good, 2)
  await expectFollowed(other, page, good, 3)
  await startWithEmptyBasket(sendInContext(page.context()), contracts.deferred)
  await expect(page.getByText(`по договору № ${contracts.deferred}`)).toBeVisible({ timeout: withinMs })
  await expect(other.getByText(`по договору № ${contracts.deferred}`)).toBeVisible({ timeout: withinMs })
  await context.close()
})

test('when the stream is refused, the second window falls back to polling', async ({ page, browser }) => {
  const good = await oneGood(page)
  const context = await browser.newContext()
  let polls = 0
  await context.route(streamAddress, (route) => {
    polls += 1
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '30' },
      json: { status: 'error', code: 'unavailable', message: 'Сервис временно недоступен' },
    })
  })
  await openCart(page)
  await context.addCookies(await page.context().cookies())
  const other = await context.newPage()
  await other.clock.install()
  await openCart(other)
  await expect.poll(() => polls).toBe(1)
  await page.getByRole('button', { name: /^Больше/ }).click()
  await expect
    .poll(async () => (await call(getBasketData, {}, { send: sendInContext(context) })).count.total)
    .toBe(good.step * 2)
  await expect(quantityFields(other)).toHaveValue(text(good.step))
  await other.clock.fastForward(15_000)
  await expect(quantityFields(other)).toHaveValue(text(good.step * 2))
  // It is polled at its interval, and not before.
  expect(polls).toBe(1)
  await other.clock.fastForward(30_000)
  await expect.poll(() => polls).toBe(2)
  await context.close()
})

test('a window does not refetch after its own change', async ({ page }) => {
  await oneGood(page)
  await openCart(page)
  await expect.poll(() => openStreams(page)).toBe(1)
  await page.waitForTimeout(1000)
  const read: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/getBasketData/') && read.push(request.url())))
  for (let n = 0; n < 3; n += 1) {
    const again = page.waitForResponse('**/api/getBasketData/')
    await page.getByRole('button', { name: /^Больше/ }).click()
    await again
    await page.waitForTimeout(500)
  }
  // One fetch ends each change, also when the event overtakes the answer.
  expect(read.length).toBe(3)
})

test('a notification arrives within a second, and staff see a new order', async ({ page, browser }) => {
  const send = await signInAs(page, 'owner')
  await fillBasket(send, await findGoods(send, 1, { byprice: 1, minprice: 3500 }), 1)
  await page.goto('/')
  const staff = await (await browser.newContext()).newPage()
  const admin = await signInAs(staff, 'admin')
  await staff.goto('/admin')
  await expect.poll(() => openStreams(page)).toBe(2)

  const { id, numberOrder } = await order(send)
  await expect(staff.getByText(numberOrder)).toBeVisible({ timeout: withinMs })

  await page.getByRole('button', { name: /^Уведомления/ }).click()
  // Notifications of earlier tests are marked as read now: a panel closed before its list loads marks nothing.
  await expect(page.getByRole('button', { name: 'Уведомления', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await call(staffChangeOrder, { id, version: 1, comment: 'Привезём утром' }, { send: admin })
  await expect(page.getByRole('button', { name: 'Уведомления: 1 новое' })).toBeVisible({ timeout: withinMs })
  await staff.context().close()
  await cancel(send, id)
})
