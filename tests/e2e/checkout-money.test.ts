import { expect } from '@playwright/test'
import { processProductSet } from '#shared/api/basket.ts'
import { call } from '#web/api/client.ts'
import { cancel } from './orders-api.ts'
import {
  contracts,
  expectAccessible,
  fillBasket,
  findGoods,
  isPhone,
  signInAs,
  startWithEmptyBasket,
  test,
  withoutEventStream,
} from './support.ts'

test(
  '[C.55] the checkout shows the parts of an order, and above the credit limit what to pay',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const spread = (await findGoods(send, 20, { sorting: { price: 'desc' } })).find(
      ({ stocks, step }) => stocks.filter(({ quantity }) => quantity >= step).length > 1,
    )
    if (!spread) throw new Error('the demo range has no goods in two warehouses')
    const stocks = spread.stocks.filter(({ quantity }) => quantity >= spread.step).slice(0, 2)
    await call(
      processProductSet,
      { products: { [spread.id]: Object.fromEntries(stocks.map(({ wms_id }) => [wms_id, spread.step])) } },
      { send },
    )
    await page.goto('/cart/')
    const parts = page.getByRole('region', { name: 'Части заказа' })
    await expect(parts.getByRole('listitem')).toHaveCount(2)
    await expect(parts).toContainText(/НДС 22 %: /)
    if (isPhone()) {
      await page.getByRole('button', { name: 'К оформлению' }).click()
      await expect(page.getByRole('region', { name: 'Оформление заказа' })).toBeFocused()
    }

    await startWithEmptyBasket(send, contracts.deferred)
    await fillBasket(send, await findGoods(send, 5, { sorting: { price: 'desc' } }), 4)
    await page.reload()
    const reasons = page.getByRole('group', { name: 'Что нужно знать о заказе' })
    await expect(reasons).toContainText('Превышен кредитный лимит')
    await expect(reasons).toContainText('Заказано, не отгружено')
    await expect(reasons.getByText(/просрочен 11 дн/)).toBeVisible()
    await expect(reasons.getByRole('link', { name: /^Счёт .+ PDF$/ }).first()).toHaveAttribute(
      'href',
      /^\/api\/finances\/invoice\.pdf\?documents=\d+$/,
    )
    const button = page.getByRole('button', { name: 'Оформить заказ' })
    await expect(button).toBeDisabled()
    await page.mouse.move(0, 0)
    const calm = await button.evaluate((element) => getComputedStyle(element).backgroundColor)
    await button.hover()
    await expect(button, 'stays pale under the pointer').toHaveCSS('background-color', calm)
    await button.press('Enter')
    await expect(reasons).toBeFocused()
    await expectAccessible(page)
    await startWithEmptyBasket(send, contracts.deferred)
    await startWithEmptyBasket(send)
  },
)

test('the checkout recovers from failed options, from leaving for the catalogue and from outdated refusals', async ({
  page,
}) => {
  // A basket event would refetch the options before the retry button is clicked.
  await withoutEventStream(page)
  const send = await signInAs(page, 'owner')
  await fillBasket(send, await findGoods(send, 3, { sorting: { price: 'desc' } }))
  await page.route(
    '**/api/getBasketTableInit/',
    (route) => route.fulfill({ status: 422, json: { status: 'error', code: 'noContract', message: 'Не пришло' } }),
    { times: 1 },
  )
  await page.goto('/cart/')
  const checkout = page.getByRole('region', { name: 'Оформление заказа' })
  await checkout.getByRole('button', { name: 'Повторить' }).click()
  await checkout.getByLabel('Комментарий').fill('Звонить за час')
  await checkout.getByLabel('Дата').selectOption({ index: 1 })
  await page.getByRole('link', { name: 'Каталог', exact: true }).click()
  await expect(page).toHaveURL(/\/catalog/)
  await page.goBack()
  await expect(checkout.getByLabel('Комментарий')).toHaveValue('Звонить за час')

  const unreadableMessages = [
    {
      code: 'belowLeastSum',
      title: 'Меньше минимальной суммы',
      message: 'Не хватает',
      missing: 1,
      least: 2,
      exceeds: null,
      available: null,
      credit: null,
      to_pay: null,
    },
    { code: 'deliveryDate', message: 'Выберите другой день', fields: { date: 'На эту дату доставки нет' } },
  ]
  const requests: unknown[] = []
  await page.route('**/api/order/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    requests.push((route.request().postDataJSON() as { date: unknown }).date)
    const [refusal] = unreadableMessages.splice(0, 1)
    return refusal ? route.fulfill({ status: 422, json: { status: 'error', ...refusal } }) : route.continue()
  })
  const button = checkout.getByRole('button', { name: 'Оформить заказ' })
  await button.click()
  // The next preview finds no obstacle: the order can be sent again.
  await expect.poll(() => requests.length).toBe(1)
  await expect(button).toBeEnabled()
  await page.route('**/api/getBasketTableInit/', async (route) => {
    const answer = await route.fetch()
    const { dates, ...others } = (await answer.json()) as { dates: string[] }
    return route.fulfill({ response: answer, json: { ...others, dates: dates.slice(1) } })
  })
  await button.click()
  await expect(checkout.getByText('На эту дату доставки нет')).toBeVisible()
  await expect(checkout.getByLabel('Дата')).toHaveValue('')
  await expectAccessible(page)
  await button.click()
  await expect(page).toHaveURL(/\/orders\/\d+$/)
  expect(requests.at(-1), 'an expired day is not requested again').toBeNull()
  await cancel(send, Number(new URL(page.url()).pathname.split('/').at(-1)))
})
