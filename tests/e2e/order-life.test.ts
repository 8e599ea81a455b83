import { readFile } from 'node:fs/promises'
import { expect, type Browser, type Page } from '@playwright/test'
import { approvals, setLimits } from '#shared/api/approvals.ts'
import { getOrder } from '#shared/api/orders.ts'
import { staffGetOrder } from '#shared/api/staff/orders.ts'
import { call, type Send } from '#web/api/client.ts'
import { cancel, order } from './orders-api.ts'
import { expectAccessible, fillBasket, findGoods, quantityFields, signInAs, test, type Who } from './support.ts'

/** Another account in its own browser. */
async function another(browser: Browser, who: Who): Promise<{ page: Page; send: Send; leave: () => Promise<void> }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  return { page, send: await signInAs(page, who), leave: () => context.close() }
}

/** An order of two goods, the second of five steps. */
async function newOrder(send: Send) {
  const goods = await findGoods(send, 2, { byprice: 1, minprice: 3500 })
  await fillBasket(send, goods.slice(0, 1), 1)
  await fillBasket(send, goods.slice(1), 5)
  return { ...(await order(send)), goods }
}

test(
  '[P.5] [M.8] a manager’s order above the limit set by the owner waits, and the owner is notified and approves',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const owner = await signInAs(page, 'owner')
    const [employee] = (await call(approvals, {}, { send: owner })).employees
    if (!employee) throw new Error('the demo has an employee who orders')
    await page.goto('/approvals')
    await expect(page.getByRole('heading', { name: 'Согласование' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Изменить лимиты: ${employee.name}` }).click()
    const dialog = page.getByRole('dialog', { name: /^Лимиты/ })
    await dialog.getByLabel('На один заказ, ₽').fill('сто')
    await dialog.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await expect(dialog.getByText('Укажите сумму в рублях')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('На один заказ, ₽').fill('1 000,50')
    await dialog.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await expect(page.getByText('Данные сохранены')).toBeVisible()
    await expect(page.getByText('1 000,50 ₽').first()).toBeVisible()

    const manager = await another(browser, 'manager')
    const { id, numberOrder } = await newOrder(manager.send)
    await manager.page.goto(`/orders/${id}`)
    await expect(manager.page.getByText('Заказ ждёт согласования руководителем')).toBeVisible()
    await expectAccessible(manager.page)

    await page.goto('/notifications')
    await page
      .getByRole('main')
      .getByRole('link', { name: `Заказ ${numberOrder} ждёт согласования` })
      .click()
    await expect(page).toHaveURL(new RegExp(`/orders/${id}$`))
    await expect(page.getByText('Заказ ждёт вашего согласования.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Отказать' }).click()
    const refusal = page.getByRole('dialog', { name: /^Отказать в согласовании/ })
    await refusal.getByRole('button', { name: 'Отказать' }).click()
    await expect(refusal.getByText('Укажите причину')).toBeVisible()
    await expectAccessible(page)
    await refusal.getByRole('button', { name: 'Отмена' }).click()
    await page.goto('/approvals')
    await page.getByRole('button', { name: `Согласовать: заказ ${numberOrder}` }).click()
    await expect(page.getByText(`Заказ ${numberOrder} согласован`)).toBeVisible()
    await expect(page.getByRole('link', { name: `Заказ ${numberOrder}` })).toHaveCount(0)

    await manager.page.goto('/notifications')
    await expect(
      manager.page.getByRole('main').getByRole('link', { name: `Заказ ${numberOrder} согласован` }),
    ).toBeVisible()
    expect((await call(getOrder, { id }, { send: manager.send })).order.state).toBe(1)
    await cancel(manager.send, id)
    const { id: account, order_limit, period_limit, period } = employee
    await call(setLimits, { account, order_limit, period_limit, period }, { send: owner })
    await manager.leave()
  },
)

test(
  '[P.5] a buyer reduces one line and removes another; both can be undone until saved',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const { id, numberOrder, goods } = await newOrder(send)
    const { sum } = (await call(getOrder, { id }, { send })).order
    await page.goto(`/orders/${id}`)
    await page.getByRole('button', { name: 'Изменить' }).click()
    await expect(page.getByText('Количество можно уменьшить, строку – убрать')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Сохранить' })).toBeDisabled()
    const second = goods[1]
    const field = quantityFields(page).nth(1)
    await field.fill(String((second?.step ?? 1) * 9))
    await field.press('Enter')
    await expect(page.getByText('Больше нет')).toBeVisible()
    await expect(page.getByText('Количество можно уменьшить, строку – убрать')).toBeVisible()
    await page
      .getByRole('button', { name: /^Меньше:/ })
      .nth(1)
      .click()
    await expect(page.getByText('Изменено строк: 1')).toBeVisible()
    await page
      .getByRole('button', { name: /^Убрать:/ })
      .first()
      .click()
    await expect(page.getByText('Изменено строк: 2')).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('button', { name: /^Вернуть:/ })
      .first()
      .click()
    await expect(page.getByText('Изменено строк: 1')).toBeVisible()
    await page.getByRole('button', { name: 'Вернуть всё' }).click()
    await expect(page.getByRole('button', { name: 'Сохранить' })).toBeDisabled()

    await page
      .getByRole('button', { name: /^Меньше:/ })
      .nth(1)
      .click()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    const dialog = page.getByRole('dialog', { name: 'Подтвердите действие' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Да' }).click()
    await expect(page.getByText(`Заказ ${numberOrder} изменён`).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Изменить' })).toBeVisible()
    await expect(page.getByText(`${second?.articul}): `)).toBeVisible()
    await expectAccessible(page)
    expect((await call(getOrder, { id }, { send })).order.sum).toBeLessThan(sum ?? 0)
    await cancel(send, id)
  },
)

test('[P.5] the invoice and the order sheet are downloaded', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const { id, numberOrder } = await newOrder(send)
  await page.goto(`/orders/${id}`)
  for (const [name, start] of [
    [/^Счёт на оплату .*PDF$/, '%PDF-'],
    [/XLSX$/, 'PK'],
  ] as const) {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toContain(numberOrder)
    const bytes = await readFile(await file.path())
    expect(bytes.subarray(0, start.length).toString('latin1')).toBe(start)
    expect(bytes.length).toBeGreaterThan(3000)
  }
  await cancel(send, id)
})

test('[P.5] staff change lines and delivery with a comment; the buyer is notified and the order shows it', async ({
  page,
  browser,
}) => {
  const send = await signInAs(page, 'owner')
  const { id, numberOrder } = await newOrder(send)
  await page.goto('/')
  await expect(page.getByRole('heading').first()).toBeVisible()

  const staff = await another(browser, 'admin')
  await staff.page.goto(`/admin/orders/${id}`)
  await expect(staff.page.getByText('ждёт ближайшего обмена')).toBeVisible()
  await expectAccessible(staff.page)
  await staff.page.getByRole('button', { name: 'Изменить строки' }).click()
  await staff.page
    .getByRole('button', { name: /^Убрать:/ })
    .first()
    .click()
  await expectAccessible(staff.page)
  await staff.page.getByRole('button', { name: 'Сохранить' }).click()
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Да' }).click()
  await expect(staff.page.getByText('Покупатель узнает об этом')).toBeVisible()
  await staff.page.getByRole('button', { name: 'Изменить доставку' }).click()
  const delivery = staff.page.getByRole('dialog', { name: `Доставка заказа ${numberOrder}` })
  await delivery
    .getByLabel(/^Транспортная компания/)
    .first()
    .check()
  await delivery.getByLabel('Терминал', { exact: true }).selectOption('0')
  await delivery.getByRole('button', { name: 'Сохранить' }).click()
  await expect(delivery.getByText('Выберите терминал').last()).toBeVisible()
  await expect(delivery.getByLabel('Терминал', { exact: true })).toBeFocused()
  await expectAccessible(staff.page)
  await delivery.getByLabel('Терминал', { exact: true }).selectOption({ index: 1 })
  await delivery.getByRole('button', { name: 'Сохранить' }).click()
  await expect(staff.page.getByText(`Доставка заказа ${numberOrder} изменена`)).toBeVisible()
  await expect(staff.page.getByRole('button', { name: 'Изменить доставку' })).toBeFocused()
  await staff.page.getByLabel('Ответ покупателю').fill('Остальное привезём завтра')
  await staff.page.getByRole('button', { name: 'Только ответить' }).click()
  await expect(staff.page.getByText('Ответ отправлен покупателю')).toBeVisible()
  await expectAccessible(staff.page)
  expect((await call(staffGetOrder, { id }, { send: staff.send })).order).toMatchObject({
    state: 1,
    history: [
      {},
      {},
      { comment: expect.stringContaining('Доставка: Самовывоз → Транспортная компания') },
      { comment: 'Остальное привезём завтра' },
    ],
  })
  await staff.leave()

  await page.reload()
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await expect(page.getByText(`Заказ ${numberOrder} изменён`).first()).toBeVisible()
  await page.goto(`/orders/${id}`)
  await expect(page.getByText('Остальное привезём завтра')).toBeVisible()
  await expect(page.getByText(/^Транспортная компания, /)).toBeVisible()
  await expect(page.getByText('Отменён', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
  await cancel(send, id)
})
