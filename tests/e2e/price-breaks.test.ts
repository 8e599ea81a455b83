import { expect, type Page } from '@playwright/test'
import { startActing } from '#shared/api/administration/acting.ts'
import { staffCustomers, staffGetCustomer } from '#shared/api/administration/customers.ts'
import { clearBasket, processBasket } from '#shared/api/basket.ts'
import { endPriceBreak, staffPriceBreaks } from '#shared/api/staff/pricing/price-breaks.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, findGoods, quantityFields, signInAs, test } from './support.ts'

/** Of an organisation that other tests leave alone. */
const dealerContract = '205-Д'
const askedBy = 'Звонок 27.11 в 15:20, просил сам'
const main = (page: Page) => page.getByRole('main')

async function findDealer(send: Send) {
  const { items } = await call(staffCustomers, { query: dealerContract }, { send })
  const { customer } = await call(staffGetCustomer, { id: items[0]?.id ?? 0 }, { send })
  const person = customer.people.find(({ state, type_id }) => state === 'active' && type_id === 1)
  const contract = customer.contracts.find(({ number }) => number === dealerContract)
  if (!person || !contract) throw new Error(`no contract ${dealerContract} with an owner`)
  return { customer: customer.id, account: person.id, contract: contract.id }
}

test(
  'staff set a price from a quantity; the buyer sees it in the basket and orders at it',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'admin')
    const dealer = await findDealer(send)
    await endAll(send, dealer.contract)
    await page.goto(`/admin/prices/breaks?contract=${dealer.contract}`)
    await expect(page.getByText('Таких цен пока нет')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Добавить' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Новая цена от порога' })
    await dialog.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await expect(dialog.getByText('Выберите из найденного')).toBeVisible()
    await expect(dialog.getByText('Укажите цену')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('На что').selectOption('Все товары')
    await dialog.getByLabel('Начиная с').fill('2')
    await dialog.getByLabel('Скидка от цены типа, %').fill('10')
    await expect(dialog.getByText(/Станет дешевле/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(main(page).getByText(/−10\s%/)).toBeVisible()
    await expectAccessible(page)

    try {
      await call(startActing, { id: dealer.customer, account: dealer.account }, { send })
      await call(clearBasket, {}, { send })
      // Each project orders two of it.
      const goods = (await findGoods(send, 40)).filter(({ step }) => step === 1)
      const [good] = goods.toSorted((one, other) => other.available_for_order - one.available_for_order)
      if (!good) throw new Error('no good sold by one')
      await page.goto('/catalog/')
      await expect(
        main(page)
          .getByText(/^от 2\s.+ – /)
          .first(),
      ).toBeVisible()
      await expectAccessible(page)
      await page.goto(`/product/${good.id}`)
      const table = page.getByRole('table', { name: 'Дешевле, если взять больше' })
      await expect(table.getByRole('rowheader')).toContainText(/от 2/)
      await expectAccessible(page)
      await call(processBasket, { id: good.id, qnt: 1 }, { send })
      await page.goto('/cart/')
      await expect(main(page).getByText(/^ещё .+до цены/)).toBeVisible()
      await expectAccessible(page)
      await quantityFields(page).first().fill('2')
      await quantityFields(page).first().press('Enter')
      await expect(main(page).getByText(/до цены/)).toHaveCount(0)
      const place = page.getByRole('button', { name: /^Оформить за/ })
      await place.press('Enter')
      const who = page.getByLabel('Кто и как попросил')
      await expect(who).toBeFocused()
      await who.fill(askedBy)
      await place.press('Enter')
      await expect(page).toHaveURL(/\/orders\/\d+$/)
      const discounted = Math.round((good.price ?? 0) * 90) / 100
      const shown = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 }).format(discounted)
      await expect(
        main(page)
          .getByText(new RegExp(shown.replaceAll(/\s/g, '\\s')))
          .first(),
      ).toBeVisible()
    } finally {
      const again = await signInAs(page, 'admin')
      await endAll(again, dealer.contract)
    }
  },
)

async function endAll(send: Send, contract: number): Promise<void> {
  const { items } = await call(staffPriceBreaks, { contract }, { send })
  for (const { id, of_type } of items) if (!of_type) await call(endPriceBreak, { id, contract }, { send })
}
