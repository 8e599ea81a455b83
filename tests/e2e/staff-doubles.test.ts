import { expect, type Page } from '@playwright/test'
import { addCustomer } from './database.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, title: string) =>
  main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })

/** Of no other test and no other device. */
const nameOf = (word: string) => `ООО «${word} ${isPhone() ? 'тел' : 'стол'} ${Date.now() % 1_000_000}»`

test(
  'staff move a person to another customer, after reading what stays behind',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'admin')
    const former = await addCustomer(nameOf('Прежнее место'))
    const target = await addCustomer(nameOf('Новое место'))
    const person = former.manager.name
    await page.goto(`/admin/customers/${former.id}`)
    await card(page, 'Сотрудники').getByRole('button', { name: person, exact: true }).press('Enter')
    await page.getByRole('dialog', { name: person }).getByRole('button', { name: 'Перевести…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Перевести: ${person}` })
    const search = dialog.getByRole('searchbox', { name: 'В какую организацию' })
    await expect(dialog.getByText(/Заказов, рекламаций и переписки в .+ нет/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Перевести', exact: true }).press('Enter')
    await expect(dialog.getByText('Выберите, куда перевести')).toBeVisible()
    await expect(search).toBeFocused()
    await page.keyboard.type('нет такой фирмы')
    await expect(dialog.getByText(/«нет такой фирмы» не нашли/)).toBeVisible()
    await expectAccessible(page)
    await search.fill(target.name)
    await expect(dialog.getByRole('button', { name: `Выбрать: ${target.name}` })).toBeVisible()
    await search.press('Enter')
    await expect(dialog.getByText(`Выбрана ${target.name}`)).toBeVisible()

    await expect(dialog.getByRole('checkbox', { name: new RegExp(`№ ${target.number}`) })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Перевести', exact: true }).press('Enter')
    await expect(dialog.getByRole('alert').first()).toBeVisible()
    await dialog.getByRole('checkbox', { name: new RegExp(`№ ${target.number}`) }).press('Space')
    await dialog.getByRole('button', { name: 'Перевести', exact: true }).press('Enter')
    await expect(page.getByText(`${person}: теперь в ${target.name}`)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(card(page, 'Сотрудники').getByText(person)).toHaveCount(0)
    await page.goto(`/admin/customers/${target.id}`)
    await expect(card(page, 'Сотрудники').getByRole('listitem').filter({ hasText: person })).toContainText(
      `№ ${target.number}`,
    )
  },
)

test(
  'a card names its double: staff choose which of the two stays, read what goes over, and merge them',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'admin')
    const inn = String(Date.now()).slice(-10)
    const double = await addCustomer(nameOf('Двойник'), { inn, kpp: '', code1c: null })
    const first = await addCustomer(nameOf('Первая'), { inn, kpp: '773601001' })
    await page.goto(`/admin/customers/${double.id}`)
    await expect(main(page).getByText(`Похожа на ${first.name}: тот же ИНН`)).toBeVisible()
    await expectAccessible(page)
    await main(page)
      .getByRole('button', { name: `Объединить… с ${first.name}` })
      .press('Enter')
    const dialog = page.getByRole('dialog', { name: `Объединить: ${double.name}` })
    await dialog.getByRole('radio', { name: first.name }).press('Space')
    await expect(dialog.getByRole('row', { name: /Сотрудники 2 2/ })).toBeVisible()
    await expect(dialog.getByText(/станут одним контрагентом/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Объединить', exact: true }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
    await expect(question).toContainText(`${double.name} закроется, всё её перейдёт в ${first.name}`)
    await question.getByRole('button', { name: 'Да', exact: true }).press('Enter')

    await expect(page.getByText(`${double.name} объединена с ${first.name}`)).toBeVisible()
    await expect(main(page).getByRole('heading', { level: 1, name: first.name })).toBeVisible()
    const moved = { name: double.manager.name, exact: true }
    await expect(card(page, 'Сотрудники').getByRole('button', moved)).toBeVisible()
    const contract = { name: `№ ${double.number}`, exact: true }
    await expect(card(page, 'Договоры').getByRole('button', contract)).toBeVisible()
    await main(page).getByRole('link', { name: double.name }).press('Enter')
    await expect(main(page).getByRole('heading', { name: `Объединена с ${first.name}` })).toBeVisible()
    await expectAccessible(page)
    await main(page)
      .getByRole('link', { name: `Открыть ${first.name}` })
      .press('Enter')
    await expect(main(page).getByRole('heading', { level: 1, name: first.name })).toBeVisible()
  },
)

test('a customer is merged with one that is searched; nothing chosen and nobody found is said', async ({ page }) => {
  await signInAs(page, 'admin')
  const one = await addCustomer(nameOf('Одна'))
  const other = await addCustomer(nameOf('Другая'))
  await page.goto(`/admin/customers/${one.id}`)
  await page.getByRole('button', { name: 'Объединить…', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Объединить: ${one.name}` })
  const search = dialog.getByRole('searchbox', { name: 'С какой организацией' })
  await dialog.getByRole('button', { name: 'Объединить', exact: true }).press('Enter')
  await expect(dialog.getByText('Выберите организацию-двойника')).toBeVisible()
  await expect(search).toBeFocused()
  await search.fill(other.name)
  await dialog.getByRole('button', { name: `Выбрать: ${other.name}` }).press('Enter')
  await expect(dialog.getByRole('table', { name: 'Что перейдёт' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Объединить', exact: true }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
  await question.getByRole('button', { name: 'Нет', exact: true }).press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(main(page).getByRole('heading', { level: 1, name: one.name })).toBeVisible()
})
