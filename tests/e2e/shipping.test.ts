import { expect } from '@playwright/test'
import { getOrder } from '#shared/api/orders.ts'
import { staffSetState } from '#shared/api/staff/orders.ts'
import { call } from '#web/api/client.ts'
import { order } from './orders-api.ts'
import { expectAccessible, fillBasket, findGoods, signInAs, test } from './support.ts'

test(
  'staff ship part of an order from the queue; the buyer sees what was shipped and what is pending',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const buyer = await browser.newContext()
    const buyersPage = await buyer.newPage()
    const send = await signInAs(buyersPage, 'owner')
    const goods = await findGoods(send, 2)
    await fillBasket(send, goods, 3)
    const { id, numberOrder } = await order(send)
    const staff = await signInAs(page, 'admin')
    for (const state of [5, 10]) await call(staffSetState, { id, state }, { send: staff })

    await page.goto(`/admin/orders/${id}`)
    await page.getByRole('link', { name: 'Отгрузить часть' }).click()
    await expect(page.getByText('Отгружается всё')).toBeVisible()
    await page
      .getByRole('button', { name: /^Не отгружать:/ })
      .first()
      .click()
    await expect(page.getByText('Не полностью строк: 1')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Отгрузить', exact: true }).click()
    await page.getByRole('dialog', { name: 'Подтвердите действие' }).getByRole('button', { name: 'Да' }).click()
    await expect(page.getByText(`Заказ ${numberOrder}: Отгружен частично`)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/admin/orders/${id}$`))
    await expectAccessible(page)

    const { order: seen } = await call(getOrder, { id }, { send })
    expect(seen.products.map(({ qnt, shipping }) => shipping / qnt).toSorted((one, other) => one - other)).toEqual([
      0, 1,
    ])
    await buyersPage.goto(`/orders/${id}`)
    await expect(buyersPage.getByText(/^ждём /)).toHaveCount(1)
    await expect(buyersPage.getByText(/Отгружено не всё: /)).toBeVisible()
    await expectAccessible(buyersPage)
    await buyer.close()
  },
)
