import { expect, type Page } from '@playwright/test'
import { signIn } from '#shared/api/account/access.ts'
import { initData, setContract } from '#shared/api/contracts.ts'
import { addToDraft } from '#shared/api/drafts.ts'
import { listManagers, readManager, saveManager } from '#shared/api/organisation/managers.ts'
import { call, type Send } from '#web/api/client.ts'
import { addNewCustomer, setContractStop, setContragentStatus } from './database.ts'
import { expectAccessible, fillBasket, findGoods, sendInContext, startWithEmptyBasket, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')

/** Allots exactly these contracts to the manager. */
async function allot(owner: Send, numbers: readonly string[]): Promise<void> {
  const { contracts } = await call(initData, {}, { send: owner })
  const ids = contracts.filter(({ number }) => numbers.includes(number)).map(({ id }) => id)
  const { items } = await call(listManagers, {}, { send: owner })
  const id = items.find(({ name }) => name === 'Глеб Сменов')?.id ?? 0
  const { version, login, name } = (await call(readManager, { id }, { send: owner })).manager
  await call(saveManager, { id, version, login, name, type_id: 2, contractSelect: ids }, { send: owner })
}

test(
  '[R.3] the open cart of a contract that is taken away says so and orders nothing; it comes back with the contract',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const { owner, manager, numbers } = await addNewCustomer('ООО «Без договора»')
    const [kept = '', lost = ''] = numbers
    const ofOwner = sendInContext(await browser.newContext())
    await call(signIn, owner, { send: ofOwner })
    const send = sendInContext(page.context())
    await call(signIn, manager, { send })
    await startWithEmptyBasket(send, lost)
    const goods = await findGoods(send, 2)
    await fillBasket(send, goods)
    await call(addToDraft, { header: 'Стройка' }, { send })
    const [first] = goods

    await page.goto('/cart')
    await expect(
      main(page)
        .getByText(first?.title ?? '')
        .first(),
    ).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Оформить заказ' })).toBeVisible()
    await allot(ofOwner, [kept])
    const told = page.getByRole('status').filter({ hasText: `Договор № ${lost} вам больше не доступен` })
    await expect(told).toBeVisible()
    await expect(main(page).getByText(first?.title ?? '')).toHaveCount(0)
    await expect(main(page).getByRole('button', { name: 'Оформить заказ' })).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/drafts')
    await expect(main(page).getByText('Стройка')).toHaveCount(0)

    // The last one, too: nothing is left to order under.
    await page.goto('/cart')
    await setContragentStatus(owner.login, 'deleted')
    await expect(main(page).getByRole('heading', { name: /^Нет доступного договора/ })).toBeVisible()
    await expectAccessible(page)

    await setContragentStatus(owner.login, 'active')
    await allot(ofOwner, numbers)
    await expect(main(page).getByRole('heading', { name: /^Нет доступного договора/ })).toHaveCount(0)
    await chooseContract(send, lost)
    await page.goto('/cart')
    await expect(
      main(page)
        .getByText(first?.title ?? '')
        .first(),
    ).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Оформить заказ' })).toBeVisible()
    await page.goto('/drafts')
    await expect(main(page).getByText('Стройка').first()).toBeVisible()
  },
)

test(
  '[V.14] an open cart says at once that its contract is stopped, and orders again once the stop is lifted',
  { tag: '@phone' },
  async ({ page }) => {
    const { manager, numbers } = await addNewCustomer('ООО «Стоп-заказ»')
    const [number = ''] = numbers
    const send = sendInContext(page.context())
    await call(signIn, manager, { send })
    await startWithEmptyBasket(send, number)
    await fillBasket(send, await findGoods(send, 1))
    await page.goto('/cart')
    const order = main(page).getByRole('button', { name: 'Оформить заказ' })
    await expect(order).toBeEnabled()
    const alert = 'Отгрузки остановлены до оплаты УПД 77'
    await setContractStop(number, alert)
    await expect(order).toBeDisabled()
    await expect(order).toHaveAccessibleDescription(new RegExp(alert))
    await expectAccessible(page)
    await setContractStop(number, null)
    await expect(order).toBeEnabled()
  },
)

/** Chooses the contract again, as the person does in the header. */
async function chooseContract(send: Send, number: string): Promise<void> {
  const { contracts } = await call(initData, {}, { send })
  await call(setContract, { id: contracts.find((contract) => contract.number === number)?.id ?? 0 }, { send })
}
