import { expect, type Page } from '@playwright/test'
import { staffPrices } from '#shared/api/staff/prices.ts'
import { call } from '#web/api/client.ts'
import { client1c } from '../support/client-1c.ts'
import { importXml, offersXml, offerXml, pricesXml } from '../support/export-1c.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

const catalogue = 'e2e-currencies'
const currencyOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

test(
  'an administrator sets the rate of a currency, and sees why a good costs what it costs',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    // Each project has its own currency, since they share the portal.
    const [code, name] = isPhone() ? ['TRY', 'турецкая лира'] : ['CHF', 'швейцарский франк']
    const good = `e2e-${code}-1`
    const client = client1c(baseURL ?? '', { login: '1c@demo.example', password: 'demo-1c-2026' })
    const send = await signInAs(page, 'admin')
    const { types } = await call(staffPrices, {}, { send })
    expect(types.length).toBeGreaterThan(0)
    try {
      await client.exchange({
        'import0_1.xml': importXml([{ id: good, name: `Насос ${code}`, inner: `<Артикул>НС-${code}</Артикул>` }], {
          catalogue,
        }),
        'offers0_1.xml': offersXml(
          [offerXml(good, pricesXml({ [`e2e-${code}`]: '10.005' }, `<Валюта>${code}</Валюта>`))],
          {
            catalogue,
          },
        ),
      })
      await page.goto('/admin/prices')
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectAccessible(page)
      await expect(currencyOf(page, code).getByText(/нет курса, товаров не продаётся: 1/)).toBeVisible()

      await page.getByRole('button', { name: `Курс: ${code}, ${name}` }).click()
      const dialog = page.getByRole('dialog', { name: `${code}, ${name}` })
      await expect(dialog.getByText('Курса ещё не было')).toBeVisible()
      const rate = dialog.getByLabel('Курс, ₽')
      await rate.fill('82,44105')
      await rate.press('Enter')
      await expect(rate).toBeFocused()
      await expect(dialog.getByText(/до четырёх знаков/)).toBeVisible()
      await expectAccessible(page)
      await rate.fill('82,4410')
      await rate.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(currencyOf(page, code).getByText('82,4410')).toBeVisible()

      await page.getByRole('button', { name: `Курс: ${code}, ${name}` }).press('Enter')
      await expect(dialog.getByRole('row').filter({ hasText: 'действует' })).toContainText('82,4410')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)

      await page.getByLabel('Найти товар для расчёта').fill(`НС-${code}`)
      await page.getByRole('button', { name: `Выбрать: Насос ${code}` }).click()
      await page.getByLabel('Найти договор для расчёта').fill('205-Д')
      await page.getByRole('button', { name: /^Выбрать: № 205-Д/ }).click()
      const panel = page.getByRole('table', { name: 'Что подошло' })
      await expect(panel.getByText('нет цены в 1С')).toBeVisible()
      await expect(page.getByText('Не продаётся')).toBeVisible()
      await expectAccessible(page)
      await page.reload()
      await expect(panel.getByText('нет цены в 1С')).toBeVisible()
    } finally {
      await client.exchange({
        'import0_1.xml': importXml([{ id: good, attributes: 'Статус="Удален"' }], { catalogue }),
        'offers0_1.xml': offersXml([offerXml(good, pricesXml({ [`e2e-${code}`]: '0' }))], { catalogue }),
      })
    }
  },
)

test('contracts of a price type open their organisations', async ({ page }) => {
  const send = await signInAs(page, 'admin')
  const { types } = await call(staffPrices, {}, { send })
  const type = types.find(({ contracts }) => contracts > 0)
  await page.goto('/admin/prices')
  await page.getByRole('button', { name: `Договоры с типом ${type?.header}: ${type?.contracts}` }).click()
  const dialog = page.getByRole('dialog', { name: `Договоры с типом цен «${type?.header}»` })
  await expect(dialog.getByRole('listitem')).toHaveCount(type?.contracts ?? 0)
  await expectAccessible(page)
  await dialog.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/admin\/customers\/\d+/)
})
