import { expect } from '@playwright/test'
import { formatDay } from '#shared/rules/dates.ts'
import { legalVersions } from '#shared/rules/parties/legal-versions.ts'
import { expectAccessible, signInAs, test } from './support.ts'

test(
  'guests and signed-in users can read the policy, the consent and the offer',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Политика обработки персональных данных' }).click()
    await expect(page).toHaveURL(/\/policy$/)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Политика обработки персональных данных')
    await expect(main).toContainText(`Редакция от ${formatDay(legalVersions.policy)}`)
    await expect(main).toContainText('ИНН')
    await expect(main).toContainText(/отказано, – 90\sдней/)
    await expectAccessible(page)
    await main.getByRole('link', { name: 'Согласие на обработку персональных данных' }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Согласие на обработку персональных данных')
    await expectAccessible(page)
    await main.getByRole('link', { name: 'Условия оферты' }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Условия оферты')
    await expectAccessible(page)
    await signInAs(page, 'owner')
    expect((await page.goto('/offer'))?.status()).toBe(200)
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Условия оферты')
    await page.getByRole('link', { name: 'Опт: на главную' }).click()
    await expect(page.getByRole('button', { name: 'Профиль' })).toBeVisible()
  },
)
