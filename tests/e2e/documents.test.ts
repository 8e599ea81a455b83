import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) =>
  isPhone()
    ? main(page)
        .getByRole('list', { name: 'Документы' })
        .getByRole('listitem')
        .filter({ has: page.getByRole('checkbox') })
    : main(page).getByRole('table', { name: 'Документы' }).locator('tbody tr:not(:has(th))')

test(
  '[P.6] documents of a contract are found, opened as PDF and downloaded together as a ZIP',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'owner')
    await page.goto('/documents')
    await expect(rows(page).filter({ hasText: 'УПД' }).first()).toBeVisible()
    await expect(
      rows(page)
        .filter({ hasText: /Счёт.*(оплачен|просрочен)/ })
        .first(),
    ).toBeVisible()
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

    const print = main(page)
      .getByRole('link', { name: /^Печать: / })
      .first()
    await expect(print).toHaveAttribute('target', '_blank')
    const printed = await page.request.get((await print.getAttribute('href')) ?? '')
    expect(printed.headers()['content-disposition']).toMatch(/^inline/)

    await main(page)
      .getByRole('button', { name: /^Сертификаты/ })
      .press('Enter')
    await expect(page).toHaveURL(/group=certificates/)
    await expect(rows(page)).toHaveCount(1)
    if (isPhone()) await main(page).getByText('Период, поиск и подпись').click()
    await main(page).getByLabel('Номер документа или заказа').fill('нет такого')
    await main(page).getByLabel('Номер документа или заказа').press('Enter')
    await expect(main(page).getByRole('heading', { name: 'Таких документов нет' })).toBeVisible()
    await expectAccessible(page)
  },
)

test('marked documents of a month are mailed to an address', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/documents?group=shipping')
  const month = main(page)
    .getByRole('checkbox', { name: /^Выбрать: \S+ 20\d\d$/ })
    .first()
  await month.press('Space')
  await expect(rows(page).first().getByRole('checkbox')).toBeChecked()
  await main(page).getByRole('button', { name: 'На почту' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Документы на почту' })
  await expectAccessible(page)
  await dialog.getByLabel('Кому').fill('бухгалтер')
  await dialog.getByLabel('Кому').press('Enter')
  await expect(dialog.getByText('Проверьте адрес почты')).toBeVisible()
  await dialog.getByLabel('Кому').fill('buh@vector.example')
  await dialog.getByLabel('Кому').press('Enter')
  await expect(page.getByText('Письмо уйдёт на buh@vector.example')).toBeVisible()
  await expect(dialog).toBeHidden()
})
