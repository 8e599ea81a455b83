import { expect } from '@playwright/test'
import { notifications } from '#shared/api/notifications.ts'
import { openBrowser } from '#tests/support/processes/push-service.ts'
import { expectAccessible, signInAs, test } from './support.ts'

test(
  '[E.14] a buyer sets notifications and the frequency of e-mails by keyboard',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'owner')
    await page.goto('/notifications')
    await page.getByRole('link', { name: 'О чём сообщать' }).click()
    const table = page.getByRole('table', { name: 'О чём и как сообщать' })
    const byMail = table.getByRole('checkbox', { name: 'Поступление товаров, которых вы ждёте, письмом' })
    // The table itself may begin below the edge of a phone.
    await expect(page.getByRole('heading', { level: 2, name: 'Уведомления' })).toBeInViewport()
    await expect(byMail).toBeChecked()
    await expectAccessible(page)

    const saved = () => page.waitForResponse((response) => response.request().method() === 'POST')
    await byMail.focus()
    await Promise.all([saved(), page.keyboard.press('Space')])
    await expect(byMail).not.toBeChecked()
    const morning = page.getByRole('button', { name: 'Утром' })
    await Promise.all([saved(), morning.press('Enter')])
    await expect(page.getByText('одним письмом в 9 утра')).toBeVisible()
    await page.reload()
    await expect(byMail).not.toBeChecked()
    await expect(morning).toHaveAttribute('aria-pressed', 'true')
    const security = table.getByRole('row', { name: /^Безопасность/ })
    await expect(security.getByRole('checkbox')).toHaveCount(0)
    await expect(security).toContainText('всегда')

    await Promise.all([saved(), byMail.press('Space')])
    await Promise.all([saved(), page.getByRole('button', { name: 'Раз в час' }).press('Enter')])
    await expect(byMail).toBeChecked()
  },
)

test(
  'the mark of a new notification stays on one line beside a long title',
  { tag: '@only-phone' },
  async ({ page }) => {
    await signInAs(page, 'owner')
    await page.route(`**${notifications.path}*`, async (route) => {
      const response = await route.fetch()
      const list = (await response.json()) as { items: object[] }
      const items = list.items.map((item) => ({
        ...item,
        read: false,
        title: 'Оплата просрочена на 17 дней, отгрузка',
      }))
      await route.fulfill({ response, json: { ...list, items } })
    })
    await page.goto('/notifications')
    const marks = page.getByRole('main').getByText('новое', { exact: true })
    await expect(marks.first()).toBeVisible()
    for (const mark of await marks.all()) expect((await mark.boundingBox())?.height).toBeLessThan(20)
  },
)

test('the account page shows name, password, notifications and sessions; the phone is edited there', async ({
  page,
}) => {
  await signInAs(page, 'accountant')
  await page.goto('/account')
  for (const name of ['О вас', 'Пароль', 'Уведомления', 'Сеансы', 'История входов'])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  // The password's button is there before the profile has loaded.
  const change = page.getByRole('button', { name: 'Изменить' })
  await expect(change).toHaveCount(2)
  await change.first().press('Enter')
  const form = page.getByRole('form', { name: 'О вас' })
  const phone = form.getByLabel('Телефон')
  await phone.fill('495 730')
  await phone.press('Enter')
  await expect(form.getByText('Не хватает четырёх цифр')).toBeVisible()
  await expectAccessible(page)
  await phone.fill('8 495 730-15-21')
  await phone.press('Enter')
  await expect(page.getByText('+7 (495) 730-15-21')).toBeVisible()
  await page.reload()
  await expect(page.getByText('+7 (495) 730-15-21')).toBeVisible()
})

test('[E.14] browser notifications can be switched on; an unsupported browser shows the reason', async ({
  page,
  context,
}) => {
  const { origin } = new URL(test.info().project.use.baseURL ?? '')
  // Chromium under test has no push service of its own.
  await page.addInitScript(
    (subscription) => {
      let current: object | null = null
      const { endpoint, p256dh, auth } = subscription
      const registration = {
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: () => {
          current = null
          return Promise.resolve(true)
        },
      }
      Object.assign(PushManager.prototype, {
        subscribe: () => Promise.resolve((current = registration)),
        getSubscription: () => Promise.resolve(current),
      })
    },
    openBrowser(`e2e-${Date.now()}`).subscription,
  )
  await context.grantPermissions(['notifications'], { origin })
  await signInAs(page, 'accountant')
  await page.goto('/account')
  const currentBrowser = page.getByRole('switch', { name: 'Уведомления в этом браузере' })
  const table = page.getByRole('table', { name: 'О чём и как сообщать' })
  await expect(currentBrowser).not.toBeChecked()
  await expect(table.getByRole('columnheader', { name: 'В браузере' })).toHaveCount(0)
  await currentBrowser.press('Space')
  await expect(currentBrowser).toBeChecked()
  const chat = table.getByRole('checkbox', { name: 'Чат: ответы менеджера, в браузере' })
  await expect(chat).toBeChecked()
  await expectAccessible(page)

  // What the push service would bring.
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations
      if (own) resolve(own.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: JSON.stringify({ title: 'Ответ менеджера', text: 'Отгрузим завтра', link: '/chat', tag: 'notice-1' }),
  })
  const shown = () =>
    page.evaluate(async () =>
      ((await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []).map(
        ({ title, body, data }) => [title, body, data as unknown],
      ),
    )
  await expect.poll(shown).toEqual([['Ответ менеджера', 'Отгрузим завтра', '/chat']])

  await currentBrowser.press('Space')
  await expect(currentBrowser).not.toBeChecked()
  await expect(table.getByRole('columnheader', { name: 'В браузере' })).toHaveCount(0)

  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await page.reload()
  await expect(page.getByText('Браузер запретил порталу уведомления')).toBeVisible()
  await expect(currentBrowser).toHaveCount(0)
})
