import { expect, type Page } from '@playwright/test'
import { filter } from '#shared/api/catalogue.ts'
import { resetParameterOrder, saveParameter, showParameters, staffParameters } from '#shared/api/staff/parameters.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

test.describe.configure({ mode: 'serial' })

/** Resets all parameters to 1C's values. */
async function begin(page: Page): Promise<Send> {
  const send = await signInAs(page, 'admin')
  const { items } = await call(staffParameters, {}, { send })
  for (const { id, header, unit, exchange_header: sent } of items)
    if (header !== sent || unit !== '') await call(saveParameter, { id, header: '', unit: '' }, { send })
  await call(showParameters, { ids: items.map(({ id }) => id), filter: 'auto', card: 'auto' }, { send })
  await call(resetParameterOrder, {}, { send })
  return send
}
const names = async (send: Send) => (await call(staffParameters, {}, { send })).items.map(({ header }) => header)
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })

test('staff set the name, unit and order of a parameter by keyboard', async ({ page, browser }) => {
  const send = await begin(page)
  const before = await names(send)
  await page.goto('/admin/parameters')
  await expect(page.getByRole('heading', { name: 'Параметры каталога' })).toBeVisible()
  await expect(rowOf(page, 'Гарантия, мес')).toContainText(/12/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Гарантия, мес' }).focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Имя на портале').fill('Страна')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('Параметр «Страна» уже есть')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Имя на портале').fill('Гарантийный срок')
  await dialog.getByLabel('Единица').fill('мес.')
  await expect(dialog.getByText('Гарантийный срок, мес.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const renamed = page.getByRole('button', { name: 'Гарантийный срок', exact: true })
  await expect(rowOf(page, 'Гарантийный срок')).toContainText('из «Гарантия, мес»')
  await expect(renamed).toBeFocused()

  // Like a held key: the second press comes before the first is rendered.
  await renamed.evaluate((button) => {
    for (let presses = 0; presses < 2; presses += 1)
      button.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true, cancelable: true }),
      )
  })
  await expect(renamed).toBeFocused()
  const index = before.indexOf('Гарантия, мес')
  await expect.poll(async () => (await names(send)).indexOf('Гарантийный срок')).toBe(index + 2)
  await expect(page.getByText(`Гарантийный срок: место ${index + 3} из ${before.length}`)).toBeAttached()

  const buyer = await (await browser.newContext()).newPage()
  const ownerSend = await signInAs(buyer, 'owner')
  await expect
    .poll(async () => (await call(filter, {}, { send: ownerSend })).params.map(({ header }) => header), {
      timeout: 30_000,
    })
    .toContain('Гарантийный срок, мес.')
  await buyer.goto('/catalog')
  await expect(
    buyer.getByLabel('Фильтры', { exact: true }).getByRole('heading', { name: 'Гарантийный срок, мес.' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Порядок как в 1С' }).click()
  await page.getByRole('button', { name: 'Да', exact: true }).click()
  await expect.poll(async () => (await names(send)).indexOf('Гарантийный срок')).toBe(index)
})

test(
  'filter and card visibility are separate switches; rows are reordered by dragging',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await begin(page)
    await page.goto('/admin/parameters')
    const inFilter = page.getByRole('switch', { name: 'Страна: в фильтре' })
    await expect(inFilter).toBeChecked()
    await expectAccessible(page)
    await inFilter.click()
    await expect(inFilter).not.toBeChecked()
    const stored = async () =>
      (await call(staffParameters, {}, { send })).items.find(({ header }) => header === 'Страна')
    await expect.poll(stored).toMatchObject({ filter: false, card: true, by_hand: ['filter'] })
    await page.getByRole('switch', { name: 'Страна: в карточке' }).click()
    await expect.poll(stored).toMatchObject({ filter: false, card: false })
    await expect(page.getByRole('switch', { name: 'Страна: в карточке' })).toHaveCount(0)
    await page.getByRole('button', { name: /^Скрыты/ }).click()
    await expect(page).toHaveURL(/state=hidden/)
    await expect(page.getByRole('switch', { name: 'Страна: в фильтре' })).not.toBeChecked()
    await expectAccessible(page)

    await page.getByRole('button', { name: /^Видны/ }).click()
    const seen = (await call(staffParameters, {}, { send })).items.filter(
      ({ goods, filter: inFilter, card }) => goods > 0 && (inFilter || card),
    )
    const [first = '', second = ''] = seen.map(({ header }) => header)
    if (isPhone()) await page.getByRole('button', { name: `Ниже: ${first}` }).click()
    else await rowOf(page, first).locator('td').first().dragTo(rowOf(page, second))
    await expect
      .poll(async () => (await names(send)).filter((name) => name === first || name === second))
      .toEqual([second, first])
  },
)

test('several parameters are hidden at once; an empty search result shows a message', async ({ page }) => {
  const send = await begin(page)
  await page.goto('/admin/parameters')
  for (const name of ['Страна', 'Комплектация']) await page.getByRole('checkbox', { name: `Выбрать: ${name}` }).check()
  await expect(page.getByText('Выбрано записей: 2')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('group', { name: 'Отмеченные параметры' }).getByRole('button', { name: 'Скрыть' }).click()
  await expect
    .poll(async () =>
      (await call(staffParameters, {}, { send })).items
        .filter(({ filter: inFilter, card }) => !inFilter && !card)
        .map(({ header }) => header)
        .toSorted(),
    )
    .toEqual(['Комплектация', 'Страна'])
  await page.getByLabel('Найти параметр').fill('нет такого')
  await page.getByLabel('Найти параметр').press('Enter')
  await expect(page.getByText('Параметра «нет такого» здесь нет')).toBeVisible()
  await page.getByRole('button', { name: 'Показать все' }).click()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
})

test(
  'parameters hidden by default show the reason and can be shown in one click',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await begin(page)
    const { items, ...reply } = await call(staffParameters, {}, { send })
    const [serial, characteristic] = items
    // The demo has no serial numbers: the reply is mocked until the first change.
    const hidden = (because: 'internal' | 'repeated') => ({ filter: false, card: false, hidden_because: because })
    await page.route('**/api/staff/parameters/', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({
            json: {
              ...reply,
              items: items.map((each) =>
                each === serial
                  ? { ...each, ...hidden('internal') }
                  : each === characteristic
                    ? { ...each, ...hidden('repeated') }
                    : each,
              ),
            },
          })
        : route.continue(),
    )
    await page.goto('/admin/parameters?state=hidden')
    await expect(page.getByText('служебный')).toBeVisible()
    await expect(page.getByText('повторяет другие параметры')).toBeVisible()
    await expectAccessible(page)
    await call(showParameters, { ids: [serial?.id ?? 0], filter: 'no', card: 'no' }, { send })
    await page.getByRole('switch', { name: `${serial?.header}: в карточке` }).click()
    const stored = async () => (await call(staffParameters, {}, { send })).items.find(({ id }) => id === serial?.id)
    await expect.poll(stored).toMatchObject({ filter: false, card: true, by_hand: ['filter', 'card'] })
    await begin(page)
  },
)
