import { expect, type Page } from '@playwright/test'
import { endActing, startActing } from '#shared/api/administration/acting.ts'
import { staffCustomers, staffGetCustomer } from '#shared/api/administration/customers.ts'
import { endPriceCondition, priceConditions } from '#shared/api/administration/price-conditions.ts'
import { clearBasket, getBasketData, processBasket } from '#shared/api/basket.ts'
import { filter, filterInit, product } from '#shared/api/catalogue.ts'
import { createOrder, getOrder } from '#shared/api/orders.ts'
import { deliveryMethodId } from '#shared/rules/delivery/delivery-methods.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

/** Of an organisation that other tests leave alone. */
const number = '205-Д'
const percent = 7

const main = (page: Page) => page.getByRole('main')

async function findDealer(send: Send) {
  const { items } = await call(staffCustomers, { query: number }, { send })
  const { customer } = await call(staffGetCustomer, { id: items[0]?.id ?? 0 }, { send })
  const contract = customer.contracts.find((each) => each.number === number)
  const person = customer.people.find(({ state, type_id }) => state === 'active' && type_id === 1)
  if (!contract || !person) throw new Error(`no contract ${number}`)
  return { id: customer.id, contract: contract.id, account: person.id }
}

/** As the buyer sees it. */
async function asBuyer<Result>(
  send: Send,
  { id, account }: { id: number; account: number },
  look: () => Promise<Result>,
): Promise<Result> {
  await call(startActing, { id, account }, { send })
  try {
    return await look()
  } finally {
    await call(endActing, {}, { send })
  }
}

test(
  'staff give a contract a discount on a category: the buyer sees it everywhere and orders at it, until it ends',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'admin')
    const dealer = await findDealer(send)
    const { contract } = dealer
    // Each project has its own category, since they share the portal.
    const { category, good } = await asBuyer(send, dealer, async () => {
      const { catalog_tree: tree } = await call(filterInit, { contract }, { send })
      const chosen = tree[isPhone() ? 1 : 0]
      if (!chosen) throw new Error('no category')
      const { products } = await call(filter, { contract, catalog: chosen.id, available: 1 }, { send })
      const simple = products.find(({ variants_count, old_price }) => variants_count === 0 && old_price === null)
      if (!simple) throw new Error('no good')
      return { category: chosen.header, good: simple }
    })
    const list = good.price ?? 0
    const reduced = Math.floor(list * (100 - percent) + 0.5000001) / 100

    await page.goto(`/admin/customers/${dealer.id}`)
    await main(page)
      .getByRole('button', { name: `Цены и скидки по договору № ${number}` })
      .press('Enter')
    const dialog = page.getByRole('dialog', { name: `Цены и скидки: договор № ${number}` })
    await expect(dialog.getByRole('button', { name: 'Добавить скидку или цену' })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Добавить скидку или цену' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Новая скидка или цена' })
    await form.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await expect(form.getByText('От 0,01 до 99,99 %')).toBeVisible()
    await form.getByLabel('Найти категорию').fill(category)
    await form
      .getByRole('button', { name: `Выбрать: ${category}` })
      .first()
      .press('Enter')
    await form.getByLabel('Скидка, %').fill(String(percent))
    await expect(form.getByText(/^Подешевеет/)).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await expect(form).toHaveCount(0)
    const given = dialog.getByRole('listitem').filter({ hasText: `Скидка ${percent}` })
    await expect(given).toContainText(category)
    await expectAccessible(page)

    try {
      await asBuyer(send, dealer, async () => {
        const listed = async () =>
          (await call(filter, { contract, query: good.articul }, { send })).products.find(({ id }) => id === good.id)
        await expect.poll(async () => (await listed())?.price, { timeout: 15_000 }).toBe(reduced)
        expect((await call(product, { id: good.id, contract }, { send })).product.price).toBe(reduced)
        await call(clearBasket, {}, { send })
        const { line } = await call(processBasket, { id: good.id, qnt: good.step, contract }, { send })
        expect(line?.price).toBe(reduced)
        await page.goto('/cart/')
        await expect(main(page).getByText(good.header).first()).toBeVisible()
        const asked = { contract, delivery_method: deliveryMethodId('pickup') }
        const { id } = await call(createOrder, asked, {
          send,
          key: `discount-${Date.now()}`,
          askedBy: 'Проверка скидки',
        })
        const { order } = await call(getOrder, { id }, { send })
        const note = `Скидка ${percent}\u00A0% – ${category}`
        expect(order.products[0]).toMatchObject({ price: reduced, price_note: note })
        await page.goto(`/orders/${id}`)
        await expect(main(page).getByText(note)).toBeVisible()
        expect((await call(getBasketData, { contract }, { send })).lines).toEqual([])
      })
      await page.goto(`/admin/customers/${dealer.id}`)
      await main(page)
        .getByRole('button', { name: `Цены и скидки по договору № ${number}` })
        .press('Enter')
      const discount = new RegExp(`^Прекратить: Скидка ${percent}\\s% – `)
      await given.getByRole('button', { name: discount }).press('Enter')
      const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
      await expect(question.getByText(discount)).toBeVisible()
      await question.getByRole('button', { name: 'Да' }).press('Enter')
      await expect(page.getByText('Скидка прекращена')).toBeVisible()
      await expect(given.getByRole('button', { name: 'Изменить' })).toHaveCount(0)
    } finally {
      const { items } = await call(priceConditions, { contract }, { send })
      for (const { id } of items.filter(({ header }) => header === category))
        await call(endPriceCondition, { id, contract }, { send })
    }
  },
)

test('an administrator looks at the discounts of a price type', { tag: '@phone' }, async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin/prices')
  await main(page)
    .getByRole('button', { name: /^Скидки и цены всех договоров с типом / })
    .first()
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Цены и скидки: тип цен / })
  await expect(dialog.getByText('Своих условий нет')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
