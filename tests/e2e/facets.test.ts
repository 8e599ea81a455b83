import { expect, type Page } from '@playwright/test'
import { filter } from '#shared/api/catalogue.ts'
import { facetValues } from '#shared/api/facet-values.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

const section = (page: Page, title: string) =>
  page.getByLabel('Фильтры', { exact: true }).locator('section', { has: page.getByRole('heading', { name: title }) })

async function openFacet(page: Page, title: string): Promise<void> {
  if (isPhone()) await page.getByRole('button', { name: /^Фильтры/ }).click()
  await section(page, title)
    .getByRole('button', { name: `${title}: ещё` })
    .click()
}

/** A brand that is not among the initial values. */
async function findUnlistedBrand(send: Send): Promise<{ value: string; count: number }> {
  const { brands } = await call(filter, {}, { send })
  expect(brands.more).toBe(true)
  const { values } = await call(facetValues, { facet: 'brands', search: 'о' }, { send })
  const later = values.find(({ id }) => !brands.data.some((brand) => brand.id === id))
  if (!later) throw new Error('the demo has no brand beyond those that come with the list')
  return later
}

test(
  '[C.1] a brand outside the initial values is found by typing and selected by keyboard',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const brand = await findUnlistedBrand(send)
    await page.goto('/catalog')
    await openFacet(page, 'Бренд')
    const facet = section(page, 'Бренд')
    const field = facet.getByRole('searchbox', { name: 'Найти: Бренд' })
    await expect(facet.getByRole('checkbox').nth(30)).toBeAttached()
    await expect(facet.getByText('Есть и другие')).toBeAttached()
    await expectAccessible(page)
    const height = (await facet.boundingBox())?.height

    await field.fill('нет такой марки')
    await expect(facet.getByText('Ничего не найдено').first()).toBeVisible()
    await expectAccessible(page)
    await field.fill(brand.value.toUpperCase())
    await expect(facet.getByRole('checkbox', { name: brand.value })).toBeVisible()
    await expect(facet.getByRole('checkbox')).toHaveCount(1)
    // The page below the facet does not move while typing.
    expect((await facet.boundingBox())?.height).toBe(height)

    await field.press('ArrowDown')
    await expect(facet.getByRole('checkbox', { name: brand.value })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page).toHaveURL(/brand=\d/)
    await expect(facet.getByRole('checkbox', { name: brand.value })).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await expect(field).toBeFocused()
    if (isPhone()) await page.keyboard.press('Escape')
    await expect(
      page.getByRole('button', { name: new RegExp(`${brand.value}$`) }).filter({ visible: true }),
    ).toHaveCount(1)
    await expect.poll(async () => page.locator('#rows').locator('tbody tr, li').count()).toBe(Math.min(20, brand.count))

    // A chosen value is always among the listed ones.
    await page.reload()
    if (isPhone()) await page.getByRole('button', { name: /^Фильтры/ }).click()
    await expect(section(page, 'Бренд').getByRole('checkbox', { name: brand.value })).toBeChecked()
  },
)

test('when facet values fail to load, an error with a retry button is shown', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.goto('/catalog')
  await openFacet(page, 'Бренд')
  const facet = section(page, 'Бренд')
  await page.route('**/api/facetValues/', (route) => route.abort())
  await facet.getByRole('searchbox').fill('зуб')
  await expect(facet.getByText('Не удалось загрузить')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  await page.unroute('**/api/facetValues/')
  await facet.getByRole('button', { name: 'Повторить' }).click()
  await expect(facet.getByRole('checkbox', { name: 'Зубр' })).toBeVisible()
})
