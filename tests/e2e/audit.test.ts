import { listAudit } from '#shared/api/administration/audit.ts'
import { call } from '#web/api/client.ts'
import { expect } from '@playwright/test'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

test('[P.8] an administrator finds a change by text, opens it by keyboard, follows its link @phone', async ({
  page,
}) => {
  const send = await signInAs(page, 'admin')
  const decided = (await call(listAudit, { query: 'Рекламация решена' }, { send })).items[0]
  const number = decided?.object.title ?? ''
  await page.goto('/admin/audit')
  await expect(page.getByRole('heading', { name: 'Журнал действий' })).toBeVisible()
  await page.getByRole('searchbox').or(page.getByPlaceholder('Заказ, договор, поле, адрес IP')).first().fill(number)
  await page.keyboard.press('Enter')
  const row = page.getByRole('link', { name: 'Рекламация решена' })
  await expect(row.first()).toBeVisible()
  await expectAccessible(page)
  await row.first().focus()
  await page.keyboard.press('Enter')
  const details = isPhone() ? page.getByRole('listitem') : page.getByRole('complementary')
  await expect(details.getByRole('table', { name: 'Что изменилось' })).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('link', { name: `Все записи: ${number}` }).click()
  const { items } = await call(listAudit, { object: `claim:${claimOf(page.url())}` }, { send })
  await expect(page.locator('[data-row]')).toHaveCount(items.length)
  await page.getByRole('button', { name: new RegExp(`^${number}`) }).click()
  await expect(page).not.toHaveURL(/object=/)
})

test('an empty result shows a message and a way back; the download has the current filters', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin/audit?query=%D0%BD%D0%B8%D1%87%D0%B5%D0%B3%D0%BE')
  await expect(page.getByRole('heading', { name: 'Записей нет' })).toBeVisible()
  await page.getByRole('button', { name: 'Показать последние' }).click()
  await page.getByRole('button', { name: /^Входы/ }).click()
  await expect(page).toHaveURL(/topic=signIns/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Журнал действий .*\.csv$/)
})

function claimOf(url: string): string {
  return new URL(url).searchParams.get('object')?.split(':')[1] ?? ''
}
