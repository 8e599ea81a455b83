import { expect, type Locator, type Page } from '@playwright/test'
import { getActs } from '#shared/api/money/acts.ts'
import { getChat } from '#shared/api/talk/chat.ts'
import { dayOf, formatDay, monthsBack } from '#shared/rules/dates.ts'
import { signInAs, test, withoutEventStream } from './support.ts'

/** Counts requests to an address. */
function countRequests(page: Page, { verb, path }: { verb: string; path: string }): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === verb && new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

/** From here on time passes only by `runFor`. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
}

async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (next ? 'hidden' : 'visible') })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, hidden)
}

test('[N.4] without push the open chat asks for news every 5 s, acts every 10 s; a hidden tab asks for none', async ({
  page,
}) => {
  await page.clock.install()
  await withoutEventStream(page)
  await signInAs(page, 'owner')
  for (const { url, call, seconds } of [
    { url: '/chat', call: getChat, seconds: 5 },
    { url: '/acts', call: getActs, seconds: 10 },
  ]) {
    const requests = countRequests(page, call)
    await page.goto(url)
    await page.getByRole('button', { name: url === '/chat' ? 'Отправить' : 'Запросить акт' }).waitFor()
    await page.waitForLoadState('networkidle')
    await stopClock(page)
    // Up to the next poll.
    const start = requests()
    const step = async () => {
      await page.clock.runFor(500)
      return requests()
    }
    await expect.poll(step, { intervals: [100] }).toBeGreaterThan(start)
    await page.waitForTimeout(300)
    const before = requests()
    await page.clock.runFor((seconds - 2) * 1000)
    await page.waitForTimeout(300)
    expect(requests() - before, `${url} before ${seconds} s`).toBe(0)
    await page.clock.runFor(2000)
    await expect.poll(() => requests() - before, `${url} after ${seconds} s`).toBe(1)
    await page.waitForTimeout(300)
    await setHidden(page, true)
    const seen = requests()
    await page.clock.runFor(60_000)
    await page.waitForTimeout(300)
    expect(requests() - seen, `${url} while hidden`).toBe(0)
    await page.clock.resume()
  }
})

test('[N.4] [M.5] [M.8] a saved form is told for 3 s, a refused callback for 2 s', async ({ page }) => {
  await page.clock.install()
  await signInAs(page, 'accountant')
  await page.goto('/account')
  const change = page.getByRole('button', { name: 'Изменить' })
  // The password's button is there before the profile has loaded.
  await expect(change).toHaveCount(2)
  await change.first().click()
  await press(page, page.getByRole('form', { name: 'О вас' }).getByRole('button', { name: 'Сохранить' }))
  await expectToldFor(page, 'Данные сохранены', 3000)

  await page.clock.resume()
  await page.goto('/chat')
  const form = page.getByRole('complementary', { name: 'Менеджер' })
  await form.getByRole('textbox', { name: 'Телефон' }).fill('12')
  await press(page, form.getByRole('button', { name: 'Заказать звонок' }))
  await expectToldFor(page, 'Проверьте введённые данные', 2000)
})

/** With the clock stopped before. */
async function press(page: Page, button: Locator): Promise<void> {
  await button.waitFor()
  await stopClock(page)
  await button.click()
}

async function expectToldFor(page: Page, text: string, ms: number): Promise<void> {
  const told = page.getByRole('status').getByText(text, { exact: true })
  const isShown = async () => {
    await page.clock.runFor(20)
    return told.isVisible()
  }
  await expect.poll(isShown, { intervals: [50] }).toBe(true)
  await page.clock.runFor(ms - 300)
  await expect(told).toBeVisible()
  await page.clock.runFor(600)
  await expect(told).toBeHidden()
}

test('[N.2] an act is requested for the last month unless another period is chosen', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/acts')
  const form = page.getByRole('main').locator('form', { hasText: 'Запросить акт' })
  const today = dayOf(new Date())
  await expect(form.getByRole('textbox', { name: 'Начало периода' })).toHaveValue(formatDay(monthsBack(today, 1)))
  await expect(form.getByRole('textbox', { name: 'Конец периода' })).toHaveValue(formatDay(today))
})
