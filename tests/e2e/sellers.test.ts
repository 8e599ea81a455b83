import { expect } from '@playwright/test'
import { deleteSeller, staffContracts, staffSellers } from '#shared/api/staff/sellers.ts'
import { call } from '#web/api/client.ts'
import { expectAccessible, signInAs, test } from './support.ts'

test(
  'an administrator enters a seller, sees a checksum error, and assigns the seller to a contract',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'admin')
    await page.goto('/admin/sellers')
    await expect(page.getByRole('list', { name: 'Наши организации' })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Новая организация' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новая организация' })
    await dialog.getByLabel('Название', { exact: true }).fill('ИП Ли')
    await dialog.getByLabel('ИНН', { exact: true }).fill('5001 0073 2258')
    await dialog.getByLabel('НДС').selectOption('Без НДС (УСН)')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(dialog.getByText('ИНН 500100732258 неверен: проверьте цифры')).toBeVisible()
    await expect(dialog.getByLabel('ИНН', { exact: true })).toBeFocused()
    await expectAccessible(page)
    await dialog.getByLabel('ИНН', { exact: true }).fill('5001 0073 2259')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(
      page.getByText('Счёт не выставить, нет: банк, БИК, расчётный счёт, корреспондентский счёт'),
    ).toBeVisible()

    await page.getByLabel('Договор, контрагент или ИНН').fill('205-Д')
    await page.getByLabel('Договор, контрагент или ИНН').press('Enter')
    const choice = page.getByLabel('Продавец по договору № 205-Д')
    await choice.selectOption('ИП Ли')
    await expect(page.getByText('Договор № 205-Д: продавец изменён')).toBeVisible()
    await expect(page.getByText('Без НДС (УСН) · 1 договор')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Вернуть' }).click()
    await expect(page.getByText('Без НДС (УСН) · 0 договоров')).toBeVisible()
    expect((await call(staffContracts, { query: '205-Д' }, { send })).items).toMatchObject([{ seller: null }])
    const made = (await call(staffSellers, {}, { send })).items.find(({ company }) => company === 'ИП Ли')
    await call(deleteSeller, { id: made?.id ?? 0 }, { send })
  },
)
