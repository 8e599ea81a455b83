import { expect } from '@playwright/test'
import { processProductSet } from '#shared/api/basket.ts'
import { call } from '#web/api/client.ts'
import { contracts, expectSound, fillBasket, findGoods, signInAs, startAfresh, test } from './support.ts'

test('[C.55] the checkout tells the parts of an order, and an order above the credit what to pay; its button leads to the reason', { tag: '@phone' }, async ({ page }) => {
  const send = await signInAs(page, 'owner')
  const spread = (await findGoods(send, 20, { sorting: { price: 'desc' } })).find(({ stocks, step }) => stocks.filter(({ quantity }) => quantity >= step).length > 1)
  if (!spread) throw new Error('the demo range has no goods in two warehouses')
  const places = spread.stocks.filter(({ quantity }) => quantity >= spread.step).slice(0, 2)
  await call(processProductSet, { products: { [spread.id]: Object.fromEntries(places.map(({ wms_id }) => [wms_id, spread.step])) } }, { send })
  await page.goto('/cart/')
  const parts = page.getByRole('region', { name: 'Части заказа' })
  await expect(parts.getByRole('listitem')).toHaveCount(2)
  await expect(parts).toContainText(/НДС 22 %: /)

  await startAfresh(send, contracts.deferred)
  await fillBasket(send, await findGoods(send, 5, { sorting: { price: 'desc' } }), 4)
  await page.reload()
  const reasons = page.getByRole('group', { name: 'Что нужно знать о заказе' })
  await expect(reasons).toContainText('Превышен кредитный лимит')
  await expect(reasons).toContainText('Заказано, не отгружено')
  await expect(reasons.getByText(/просрочен 11 дн/)).toBeVisible()
  await expect(reasons.getByRole('link', { name: /^Счёт .+ PDF$/ }).first()).toHaveAttribute('href', /^\/api\/order\/\d+\/invoice\.pdf$/)
  const button = page.getByRole('button', { name: 'Оформить заказ' })
  await expect(button).toBeDisabled()
  await button.press('Enter')
  await expect(reasons).toBeFocused()
  await expectSound(page)
  await startAfresh(send, contracts.deferred)
  await startAfresh(send)
})
