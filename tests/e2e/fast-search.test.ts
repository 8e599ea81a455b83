import { expect } from '@playwright/test'
import { quickSearch } from '#shared/api/search.ts'
import { call } from '#web/api/client.ts'
import { expectAccessible, signInAs, test } from './support.ts'

test(
  '[C.35] [N.7] goods are suggested from three characters on; ↑↓ and Enter open one of them',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const { goods } = await call(quickSearch, { keyword: 'дрель' }, { send })
    await page.goto('/orders')
    const search = page.getByRole('combobox', { name: 'Поиск по каталогу' })
    const found = page.getByRole('listbox', { name: 'Найденные товары' }).getByRole('option')
    await search.focus()
    await page.keyboard.type('др')
    await page.waitForTimeout(400)
    await expect(found).toHaveCount(0)
    await page.keyboard.type('ель')
    await expect(found).toHaveCount(goods.length + 1)
    await expect(found.first()).toContainText(goods[0]?.articul ?? '')
    await expect(found.last()).toContainText('Все результаты')

    await page.keyboard.press('ArrowUp')
    await expect(found.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(found.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(search).toHaveAttribute('aria-activedescendant', (await found.nth(1).getAttribute('id')) ?? '')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/product/${goods[1]?.id}$`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(goods[1]?.header ?? '')
    await expect(found).toHaveCount(0)
  },
)

test('a click opens a suggested product, the last line all results; Escape closes the list, keeps the text', async ({
  page,
}) => {
  await signInAs(page, 'owner')
  await page.goto('/orders')
  const search = page.getByRole('combobox', { name: 'Поиск по каталогу' })
  const found = page.getByRole('listbox', { name: 'Найденные товары' }).getByRole('option')
  await search.fill('перчатки')
  await expect(found.last()).toContainText('Все результаты')
  await search.press('Escape')
  await expect(found).toHaveCount(0)
  await expect(search).toHaveValue('перчатки')
  await search.fill('перчатки ')
  await found.last().click()
  await expect(page).toHaveURL(/\/catalog\?query=/)
  await expect(search).toHaveValue('перчатки')
  await search.fill('gthxfnrb')
  await expect(found.first()).toContainText(/перчатки/i)
  await found.first().click()
  await expect(page).toHaveURL(/\/product\/\d+$/)
})

test('an empty result shows a message; going back restores the search text', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/catalog?query=сверло')
  const search = page.getByRole('combobox', { name: 'Поиск по каталогу' })
  await search.fill('ъъъыыыьььщщщ')
  await expect(page.getByText('По запросу «ъъъыыыьььщщщ» ничего нет')).toBeVisible()
  await search.fill('бита')
  await search.press('Enter')
  await expect(page).toHaveURL(/query=%D0%B1%D0%B8%D1%82%D0%B0/)
  await page.goBack()
  await expect(search).toHaveValue('сверло')
})

test('suggestions show no prices when prices are hidden', async ({ page }) => {
  await signInAs(page, 'receiver')
  await page.goto('/catalog')
  await page.getByRole('combobox', { name: 'Поиск по каталогу' }).fill('дрель')
  await expect(page.getByRole('listbox', { name: 'Найденные товары' }).getByRole('option').first()).toContainText('шт')
  await expect(page.getByRole('listbox', { name: 'Найденные товары' })).not.toContainText('₽')
})
