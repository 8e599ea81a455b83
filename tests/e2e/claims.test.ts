import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { getOrder, listOrders } from '#shared/api/orders.ts'
import { endpointAddress } from '#shared/api/address.ts'
import { fileClaim, orderClaims, uploadClaimFile, type OrderClaims } from '#shared/api/claims.ts'
import { decideClaim } from '#shared/api/staff/claims.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const photo = () =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: '#b42318' } })
    .jpeg()
    .toBuffer()

const uploads = `**${endpointAddress(uploadClaimFile, { name: 'x' }).split('?')[0]}*`

/** A shipped order with quantities that can still be claimed. */
async function claimable(send: Send): Promise<number> {
  const { items } = await call(
    listOrders,
    { perpage: 100, dateselect: 'custom', startDate: '01.01.2026', endDate: '31.12.2027' },
    { send },
  )
  for (const { id, state } of items) {
    if (![3, 9, 11].includes(state)) continue
    const { lines } = await call(orderClaims, { id }, { send })
    if (lines.some(({ left }) => left >= 2)) return id
  }
  throw new Error('no order of the demo data can be claimed')
}

/** Counts every tap and click from now on. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const countedTaps = globalThis as unknown as { taps: number }
    countedTaps.taps = 0
    document.addEventListener('click', ({ isTrusted }) => isTrusted && (countedTaps.taps += 1), true)
  })
  return () => page.evaluate(() => (globalThis as unknown as { taps: number }).taps)
}

/** Claims one piece of the first good with a photo. */
async function claimOnePiece(page: Page, dialog: Locator): Promise<void> {
  await dialog
    .getByRole('button', { name: /^Больше/, disabled: false })
    .first()
    .click()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Фото или PDF' }).click()
  await (await chooser).setFiles({ name: 'IMG_4471.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await expect(dialog.getByRole('img', { name: 'IMG_4471.jpg' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Отправить' }).click()
}

const filed = (page: Page) => main(page).getByRole('heading', { name: /^RK-\d+ · брак$/ })

test(
  '[S.9] [T.11] [E.15] a claim with a photo is filed from an order in at most six taps',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const orderId = await claimable(send)
    const { order } = await call(getOrder, { id: orderId }, { send })
    await page.goto(`/orders/${orderId}`)
    const taps = await countTaps(page)
    await main(page).getByRole('button', { name: 'Рекламация' }).click()
    await claimOnePiece(page, page.getByRole('dialog', { name: `Рекламация по заказу ${order.numberOrder}` }))
    await expect(filed(page)).toBeVisible()
    expect(await taps()).toBeLessThanOrEqual(6)
    await expectAccessible(page)
  },
)

test(
  '[P.7] a claim can also be started from the list: its order is found in at most six taps',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const orderId = await claimable(send)
    const { order } = await call(getOrder, { id: orderId }, { send })
    await page.goto('/reclamations')
    const taps = await countTaps(page)
    await main(page).getByRole('button', { name: 'Новая рекламация' }).click()
    const choice = page.getByRole('dialog', { name: 'По какому заказу рекламация?' })
    await choice.getByRole('searchbox').fill(order.numberOrder)
    await expect(choice.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page)
    await choice.getByRole('listitem').getByRole('button').click()
    await claimOnePiece(page, page.getByRole('dialog', { name: `Рекламация по заказу ${order.numberOrder}` }))
    await expect(filed(page)).toBeVisible()
    expect(await taps()).toBeLessThanOrEqual(6)
  },
)

test('[E.15] a claim without its photo is not sent and leads to the photos', { tag: '@phone' }, async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await page.goto(`/orders/${await claimable(send)}`)
  await main(page).getByRole('button', { name: 'Рекламация' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^Больше/, disabled: false })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Отправить' }).click()
  await expect(dialog.getByText('Приложите хотя бы одно фото')).toBeVisible()
  const add = dialog.getByRole('button', { name: 'Фото или PDF' })
  await expect(add).toBeFocused()
  await expect(add).toBeInViewport()
  await expectAccessible(page)
})

test(
  '[E.15] a photo shows its progress, and one whose upload failed is retried without losing the form',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    await page.goto(`/orders/${await claimable(send)}`)
    await main(page).getByRole('button', { name: 'Рекламация' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('button', { name: /^Больше/, disabled: false })
      .first()
      .click()
    await dialog.getByRole('textbox', { name: 'Что случилось' }).fill('Не держит заряд')
    const held = Promise.withResolvers<void>()
    await page.route(uploads, async (route) => {
      await held.promise
      await route.abort()
    })
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Фото или PDF' }).click()
    const buffer = await photo()
    await (
      await chooser
    ).setFiles(['first.jpg', 'second.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer })))
    await expect(dialog.getByRole('progressbar')).toHaveCount(2)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Отправить' }).click()
    await expect(dialog.getByText('Файлы ещё загружаются')).toBeVisible()
    held.resolve()
    const retry = (name: string) => dialog.getByRole('button', { name: `Повторить загрузку ${name}` })
    await expect(retry('second.jpg')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(uploads)
    await retry('first.jpg').click()
    await expect(dialog.getByRole('img', { name: 'first.jpg' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Отправить' }).click()
    await expect(dialog.getByText('повторите загрузку или уберите')).toBeVisible()
    await dialog.getByRole('button', { name: 'Убрать second.jpg' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Отправить' }).click()
    await expect(filed(page)).toBeVisible()
    await expect(main(page).getByText('Не держит заряд').first()).toBeVisible()
  },
)

test('[S.14] [V.16] [N.7] [T.11] goods not ordered are claimed by keyboard; a failure is shown', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await page.goto(`/orders/${await claimable(send)}`)
  await main(page).getByRole('button', { name: 'Рекламация' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Излишек' }).press('Enter')
  const search = dialog.getByRole('searchbox', { name: 'Пришёл товар не из заказа' })
  await search.fill('д')
  await expect(dialog.getByRole('list', { name: 'Найденные товары' })).toBeHidden()
  await search.fill('др')
  await dialog.getByRole('list', { name: 'Найденные товары' }).getByRole('button').first().press('Enter')
  const count = dialog.getByRole('textbox', { name: /^Количество/ })
  await expect(count).toHaveValue('1')
  expect(await page.evaluate(() => decodeURIComponent(document.cookie))).toMatch(/complaints=\{"\d+":1\}/)
  await count.fill('0')
  await expect(count).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Отправить' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('целое число от 1')
  await count.fill('3')
  await page.route('**/cabinet/action39/', (route) => route.abort())
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('claim not filed'))
  await dialog.getByRole('button', { name: 'Отправить' }).press('Enter')
  await logged
  await expect(dialog.getByRole('alert')).toContainText(/[а-я]/)
  await page.unroute('**/cabinet/action39/')
  await dialog.getByRole('button', { name: 'Отправить' }).press('Enter')
  await expect(main(page).getByRole('heading', { name: /^RK-\d+ · излишек$/ })).toBeVisible()
})

test(
  '[S.14] on a phone found and chosen goods fit the dialog, which tells of a passed term',
  { tag: '@only-phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const orderId = await claimable(send)
    await page.route(`**${endpointAddress(orderClaims, { id: orderId })}*`, async (route) => {
      const response = await route.fetch()
      const claims = (await response.json()) as OrderClaims
      await route.fulfill({ response, json: { ...claims, file_by: { 1: '01.12.2030', 4: '01.11.2026' } } })
    })
    await page.goto(`/orders/${orderId}`)
    await main(page).getByRole('button', { name: 'Рекламация' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('срок до 1 декабря 2030')).toBeVisible()
    await dialog.getByRole('button', { name: 'Излишек' }).click()
    await expect(dialog.getByText('срок прошёл 1 ноября, могут отказать')).toBeVisible()
    const fits = async () => {
      const field = await dialog.getByRole('searchbox', { name: 'Пришёл товар не из заказа' }).boundingBox()
      expect((field?.x ?? 0) + (field?.width ?? Infinity)).toBeLessThan(page.viewportSize()?.width ?? 0)
      await expectAccessible(page)
    }
    await dialog.getByRole('searchbox', { name: 'Пришёл товар не из заказа' }).fill('аккумуляторная')
    const found = dialog.getByRole('list', { name: 'Найденные товары' }).getByRole('button')
    await expect(found.first()).toBeVisible()
    await fits()
    await found.first().click()
    const count = dialog.getByRole('textbox', { name: /^Количество/ })
    const middleOf = async (box: Locator) => {
      const { y = 0, height = 0 } = (await box.boundingBox()) ?? {}
      return y + height / 2
    }
    const remove = dialog.getByRole('region', { name: 'Товары не из заказа' }).getByRole('button', { name: /^Убрать/ })
    expect(Math.abs((await middleOf(count)) - (await middleOf(remove)))).toBeLessThan(4)
    await fits()
    await remove.click()
  },
)

test('[S.14] [V.16] goods not ordered stay in the cookie until sent; closing a filled form asks', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const orderId = await claimable(send)
  const dialog = page.getByRole('dialog', { name: /^Рекламация по заказу/ })
  const question = page.getByRole('dialog').filter({ hasText: 'Изменения не сохранены' })
  const count = dialog.getByRole('textbox', { name: /^Количество/ })
  const cookie = () => page.evaluate(() => decodeURIComponent(document.cookie))
  const open = async () => {
    await page.goto(`/orders/${orderId}`)
    await main(page).getByRole('button', { name: 'Рекламация' }).click()
    await dialog.getByRole('button', { name: 'Излишек' }).click()
  }
  const add = async () => {
    await dialog.getByRole('searchbox', { name: 'Пришёл товар не из заказа' }).fill('др')
    await dialog.getByRole('list', { name: 'Найденные товары' }).getByRole('button').first().click()
  }
  await open()
  for (const value of ['1', '2', '3']) {
    await add()
    await expect(count).toHaveValue(value)
  }
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Нет' }).click()
  await expect(count).toHaveValue('3')
  await dialog.getByRole('button', { name: 'Отмена' }).click()
  await question.getByRole('button', { name: 'Да' }).click()
  await expect(dialog).toBeHidden()
  const good = /\{"(\d+)":3\}/.exec(await cookie())?.[1] ?? ''
  const kept = encodeURIComponent(`{"${good}":3,"99999999":2}`)
  await page.evaluate((value) => (document.cookie = `complaints=${value}; path=/`), kept)
  await open()
  await expect(count).toHaveValue('3')
  await add()
  await expect(count).toHaveValue('4')
  expect(await cookie()).toContain(`"${good}":4`)
  await dialog.getByRole('button', { name: 'Отправить' }).click()
  await expect(main(page).getByRole('heading', { name: /^RK-\d+ · излишек$/ })).toBeVisible()
  expect(await cookie()).toContain('complaints={}')
  await open()
  await expect(dialog.getByRole('searchbox', { name: 'Пришёл товар не из заказа' })).toBeVisible()
  await expect(count).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test(
  'a buyer filters the claims, staff decide one line by line, and an open window follows the thread',
  { tag: '@phone' },
  async ({ page, browser }) => {
    await signInAs(page, 'owner')
    await page.goto('/reclamations')
    const rows = main(page).getByRole('list', { name: 'Рекламации' }).getByRole('listitem')
    await expect(rows.first()).toContainText('запрошены данные')
    await expectAccessible(page)
    if (isPhone()) return
    await expect(main(page).getByText('Нужен номер партии').first()).toBeVisible()
    await signInAs(page, 'admin')
    await page.goto('/admin/claims?query=Вектор')
    await expect(rows.first()).toContainText('RK-')
    await page.keyboard.press('j')
    const panel = main(page).getByRole('complementary', { name: /^Рекламация RK/ })
    await expect(panel).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('g')
    await expect(panel.getByRole('status')).toContainText('Решено 1 из 1')
    // By pointer as by key, the reason can be typed at once.
    const reason = panel.getByRole('textbox', { name: /^Причина по/ })
    await panel.getByRole('button', { name: 'Отклонить' }).click()
    await expect(reason).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('g')
    await expect(panel.getByRole('status')).toContainText('Решено 1 из 1')
    await page.keyboard.press('o')
    await expect(panel.getByRole('status')).toContainText('Решено 0 из 1')
    await expect(reason).toBeFocused()
    await page.keyboard.type('Пересчитали: всё на месте')
    await page.keyboard.press('Control+Enter')
    await expect(panel.getByText('Отклонено: Пересчитали: всё на месте')).toBeVisible()
    const buyer = await browser.newContext()
    const window = await buyer.newPage()
    await signInAs(window, 'owner')
    const number = /RK-\d+/.exec((await panel.getAttribute('aria-label')) ?? '')?.[0] ?? ''
    await window.goto(`/reclamations?query=${number}`)
    const otherWindow = window.getByRole('complementary', { name: `Рекламация ${number}` })
    await expect(otherWindow).toContainText('Пересчитали: всё на месте')
    const answer = panel.getByRole('textbox', { name: 'Ответ покупателю' })
    await answer.fill('/пере')
    await expect(panel.getByRole('list', { name: 'Готовые ответы' })).toContainText('/пересчёт')
    await expectAccessible(page)
    await answer.press('Enter')
    await expect(answer).toHaveValue(/^Склад пересчитает/)
    await panel.getByRole('button', { name: 'Написать' }).press('Enter')
    await expect(otherWindow).toContainText('Склад пересчитает', { timeout: 5000 })
    await expect(panel.getByText('· прочитано').last()).toBeVisible({ timeout: 5000 })
    await buyer.close()
  },
)

test(
  '[P.7] an accepted claim is closed with its document, and the order tells what was claimed and settled',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const send = await signInAs(page, 'owner')
    const orderId = await claimable(send)
    const { order } = await call(getOrder, { id: orderId }, { send })
    const { lines } = await call(orderClaims, { id: orderId }, { send })
    const good = lines.find(({ left }) => left >= 2)
    if (!good) throw new Error('nothing is left to claim')
    const reclamation = { orderCode1c: order.numberOrder, type: 3, products: [{ id: good.id, qty: 1 }] }
    const { claim } = await call(fileClaim, { reclamation }, { send })

    const other = await (await browser.newContext()).newPage()
    const staff = await signInAs(other, 'admin')
    await call(decideClaim, { id: claim.id, lines: [{ line: 1, accepted: 1, settle: 'credit' }] }, { send: staff })
    await other.goto(`/admin/claims/${claim.id}`)
    const panel = main(other)
    const paper = panel.getByRole('textbox', { name: 'Чем закрыто' })
    await panel.getByRole('button', { name: 'Закрыть рекламацию' }).click()
    await expect(panel.getByText('Укажите документ: УКД, накладную или заказ')).toBeVisible()
    await expect(paper).toBeFocused()
    await expectAccessible(other)
    await paper.fill('УКД 57')
    await paper.press('Enter')
    await expect(panel.getByText(/– закрыта/)).toBeVisible()

    await page.goto(`/orders/${orderId}`)
    const row = main(page)
      .getByRole('table', { name: 'Заказано, отгружено, заявлено и закрыто' })
      .getByRole('row', { name: good.articul })
    const settled = good.settled + 1
    const numbers = [good.ordered, good.shipped, good.claimed + 1, settled].map((each) => each.toLocaleString('ru'))
    await expect(row.getByRole('cell')).toHaveText(numbers)
  },
)
