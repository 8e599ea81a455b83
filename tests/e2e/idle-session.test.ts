import { expect } from '@playwright/test'
import { endOtherSessions } from '#shared/api/account/sessions.ts'
import { call } from '#web/api/client.ts'
import { sendInContext, signInAs, test } from './support.ts'

test('an idle staff screen marks its requests as background and asks to sign in when the session ends', async ({
  page,
  browser,
}) => {
  await page.clock.install()
  await signInAs(page, 'admin')
  const calls: { path: string; background: string | undefined }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // An event stream does not extend a session anyway.
    if (!pathname.startsWith('/api/') || pathname === '/api/events/') return
    calls.push({ path: pathname, background: request.headers()['x-background'] })
  })
  await page.goto('/admin')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /^[\d-]{6,11}$/ })
      .first(),
  ).toBeVisible()
  expect(calls.map(({ background }) => background)).not.toContain('1')

  // Opening the page counts as activity, together with the fetches caused by its event stream.
  await page.clock.runFor(10_000)
  calls.length = 0
  for (let n = 0; n < 6; n += 1) await page.clock.runFor(60_000)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  expect(calls.filter(({ background }) => background !== '1')).toEqual([])

  calls.length = 0
  await page.getByRole('button', { name: /^Все \d+/ }).click()
  await expect.poll(() => calls.find(({ background }) => background === undefined)).toBeDefined()

  const elsewhere = await browser.newContext()
  await signInAs(await elsewhere.newPage(), 'admin')
  await call(endOtherSessions, {}, { send: sendInContext(elsewhere) })
  for (let n = 0; n < 6; n += 1) await page.clock.runFor(60_000)
  await expect(page.getByRole('form', { name: 'Вход' }).getByLabel('Пароль')).toBeVisible()
  await elsewhere.close()
})
