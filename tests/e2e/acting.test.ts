import { expect, type Page } from '@playwright/test'
import { endActing, startActing } from '#shared/api/administration/acting.ts'
import { staffCustomers, staffGetCustomer } from '#shared/api/administration/customers.ts'
import { clearBasket, undoBasketEdits } from '#shared/api/basket.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, fillBasket, findGoods, isPhone, quantityFields, signInAs, test } from './support.ts'

/** Of an organisation that other tests leave alone. */
const dealerContract = '205-Д'

const main = (page: Page) => page.getByRole('main')
const bar = (page: Page) => page.getByRole('region', { name: 'Работа за покупателя' })
const askedBy = 'Звонок 27.11 в 13:58, просил сам'

async function findDealer(send: Send) {
  const { items } = await call(staffCustomers, { query: dealerContract }, { send })
  const { customer } = await call(staffGetCustomer, { id: items[0]?.id ?? 0 }, { send })
  const person = customer.people.find(({ state, type_id }) => state === 'active' && type_id === 1)
  if (!person) throw new Error(`nobody of ${customer.name} can sign in`)
  return { id: customer.id, name: customer.name, account: person.id }
}

test(
  '[P.8] staff act as a buyer, place and cancel an order that was asked for, and return to the card',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'admin')
    const dealer = await findDealer(send)
    await page.goto(`/admin/customers/${dealer.id}`)
    await page.getByRole('button', { name: 'Войти как покупатель' }).press('Enter')
    const panel = page.getByRole('dialog', { name: 'Войти как покупатель' })
    await expectAccessible(page)
    await panel
      .getByRole('button', { name: /^Войти как / })
      .first()
      .press('Enter')
    const left = isPhone() ? 'ещё' : 'сеанс закончится через'
    const useInnerText = true
    await expect(bar(page)).toContainText('Вы работаете за', { useInnerText })
    await expect(bar(page)).toContainText(dealer.name, { useInnerText })
    await expect(bar(page)).toContainText(new RegExp(`${left} (29|30) мин`), { useInnerText })
    await expect(page).toHaveURL(/\/$/)
    await expectAccessible(page)
    if (isPhone()) await page.getByRole('button', { name: 'Меню' }).press('Enter')
    const menu = page.getByRole('navigation', { name: 'Разделы' })
    await expect(menu.getByRole('link', { name: 'Организация' })).toBeVisible()
    await expect(menu.getByRole('link', { name: /Сотрудники|Согласование/ })).toHaveCount(0)

    await call(clearBasket, {}, { send })
    await fillBasket(send, await findGoods(send, 1))
    await page.goto('/cart/')
    await quantityFields(page).first().press('ArrowUp')
    const place = page.getByRole('button', { name: /^Оформить за/ })
    await place.press('Enter')
    const who = page.getByLabel('Кто и как попросил')
    await expect(who).toBeFocused()
    await expect(who).toHaveAccessibleDescription(/Напишите, кто попросил/)
    await expectAccessible(page)
    await who.fill(askedBy)
    await place.press('Enter')
    await expect(page).toHaveURL(/\/orders\/\d+$/)
    await expect(main(page).getByText(askedBy)).toBeVisible()
    await expect(main(page).getByText(/ за /).first()).toBeVisible()

    await main(page).getByRole('button', { name: 'Отменить заказ' }).press('Enter')
    const reason = page.getByRole('dialog', { name: /^Отменить заказ/ })
    await reason.getByRole('textbox').fill('Проверка')
    await reason.getByRole('button', { name: 'Отменить заказ' }).press('Enter')
    const question = page.getByRole('dialog', { name: /^Вы делаете это за/ })
    await expect(question.getByLabel('Кто и как попросил')).toBeFocused()
    await expectAccessible(page)
    await question.getByLabel('Кто и как попросил').fill('Письмо покупателя')
    await page.keyboard.press('Enter')
    await expect(main(page).getByText('Письмо покупателя')).toBeVisible()

    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`/admin/customers/${dealer.id}$`))
    await expect(main(page).getByRole('heading', { level: 1, name: dealer.name })).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
  },
)

test(
  '[P.8] what staff change in the basket is marked, listed, undone, and told to the buyer',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'admin')
    const dealer = await findDealer(send)
    await call(startActing, { id: dealer.id, account: dealer.account }, { send })
    await call(clearBasket, {}, { send })
    await call(undoBasketEdits, {}, { send })
    await call(clearBasket, {}, { send })
    const [good] = await findGoods(send, 1)
    await page.goto('/cart/')
    await expect(main(page).getByText(/^Вы видите то же, что /)).toBeVisible()
    await fillBasket(send, good ? [good] : [])
    await page.reload()
    const mark = main(page).getByText(/^\S\. \S+, \d\d:\d\d$/)
    await expect(mark).toBeVisible()
    await expectAccessible(page)

    await bar(page)
      .getByRole('button', { name: /^Действия \d+$/ })
      .press('Enter')
    const list = page.getByRole('dialog', { name: /^Вы сделали за / })
    await expect(list.getByRole('listitem').first()).toContainText(`Товар в корзину: ${good?.header}`)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await main(page)
      .getByRole('button', { name: /^Отменить мои правки \d+$/ })
      .press('Enter')
    await expect(mark).toHaveCount(0)
    await expect(page.getByText('Корзина снова как до правок')).toBeVisible()
  },
)

test('a window of the same browser says that it shows another account, and begins anew', async ({ page }) => {
  const send = await signInAs(page, 'admin')
  const dealer = await findDealer(send)
  await page.goto('/admin/customers')
  await expect(main(page).getByRole('link', { name: dealer.name })).toBeVisible()
  await call(startActing, { id: dealer.id, account: dealer.account }, { send })
  const dialog = page.getByRole('dialog', { name: 'Вы работаете за покупателя' })
  await expect(dialog).toContainText(dealer.name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Открыть заново' }).press('Enter')
  await expect(bar(page)).toBeVisible()
  await call(endActing, {}, { send })
  await expect(page.getByRole('dialog', { name: 'Вы работаете от своего имени' })).toBeVisible()
})
