import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) =>
  isPhone()
    ? main(page).getByRole('list', { name: 'Документы' }).getByRole('listitem')
    : main(page).getByRole('table', { name: 'Документы' }).locator('tbody tr')

test(
  '[P.6] documents of a contract are found, opened as PDF and taken together as a ZIP',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'owner')
    await page.goto('/documents')
    await expect(rows(page).first()).toContainText('УПД')
    await expect(main(page).getByText('Ждут вашей подписи в ЭДО:')).toBeVisible()
    await expectAccessible(page)

    const pdf = page.waitForEvent('download')
    await main(page)
      .getByRole('link', { name: /^PDF УПД/ })
      .first()
      .click()
    expect(
      readFileSync(await (await pdf).path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    for (const place of [0, 1]) await rows(page).nth(place).getByRole('checkbox').check()
    const zip = page.waitForEvent('download')
    await main(page).getByRole('link', { name: 'Скачать ZIP' }).click()
    expect(
      readFileSync(await (await zip).path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')

    await main(page)
      .getByRole('button', { name: /^Сертификаты/ })
      .press('Enter')
    await expect(page).toHaveURL(/group=certificates/)
    await expect(rows(page)).toHaveCount(1)
    await main(page).getByLabel('Номер документа или заказа').fill('нет такого')
    await main(page).getByLabel('Номер документа или заказа').press('Enter')
    await expect(main(page).getByRole('heading', { name: 'Таких документов нет' })).toBeVisible()
    await expectAccessible(page)
  },
)
