import { expect, type Page } from '@playwright/test'
import { deleteManager, listManagers, pricePolitics, savePricePolitics } from '#shared/api/organisation/managers.ts'
import { call, type Send } from '#web/api/client.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const form = (page: Page, name: string) => page.getByRole(isPhone() ? 'dialog' : 'complementary', { name })

async function openPeople(page: Page, search = ''): Promise<void> {
  await page.goto(`/people${search}`)
  await expect(main(page).getByRole('link', { name: 'Павел Громов' })).toBeVisible()
}

/** Deletes what a test has added to the organisation. */
async function removeAdded(send: Send, name: string): Promise<void> {
  for (const person of (await call(listManagers, {}, { send })).items)
    if (person.name.startsWith(name)) await call(deleteManager, { id: person.id }, { send })
}

test(
  '[P.9] [R.3] [V.9] [M.1] [T.3] the owner invites a manager, changes the limit, switches them off and deletes them',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    await removeAdded(send, 'Нина')
    await openPeople(page)
    await expect(main(page).getByText('Мария Жукова: входа ещё не было.')).toBeVisible()
    await expect(main(page).getByText('этот сеанс').first()).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Добавить сотрудника' }).click()
    const added = form(page, 'Новый сотрудник')
    await added.getByLabel('Имя и фамилия').fill('Нина Орлова')
    await added.getByLabel('Логин (почта)').fill('manager@demo.example')
    const submit = added.getByRole('button', { name: 'Пригласить', exact: true })
    await submit.click()
    await expect(added.getByText('Выберите договор')).toBeVisible()
    await expectAccessible(page)
    await added.getByRole('checkbox', { name: /№ 114-О/ }).check()
    await submit.click()
    await expect(added.getByText('Этот Логин уже занят').first()).toBeVisible()
    await added.getByLabel('Логин (почта)').fill('orlova@demo.example')
    await submit.click()
    await expect(page.getByText('Приглашение отправлено на orlova@demo.example')).toBeVisible()

    if (isPhone()) await main(page).getByRole('link', { name: 'Нина Орлова' }).click()
    const opened = form(page, 'Нина Орлова')
    await expect(opened.getByText(/Ссылка из приглашения действует до/)).toBeVisible()
    await opened.getByLabel('Лимит на заказ, ₽').fill('12 000,50')
    await opened.getByRole('checkbox', { name: 'Финансы' }).check()
    await expectAccessible(page)
    await opened.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText('Данные сохранены')).toBeVisible()
    await expect(main(page).getByText('12 000,50').first()).toBeVisible()
    await expect(main(page).getByText('цены, финансы').last()).toBeVisible()

    if (isPhone()) await main(page).getByRole('link', { name: 'Нина Орлова' }).click()
    await opened.getByRole('button', { name: 'Отключить' }).click()
    await expect(page.getByText('Нина Орлова: доступ закрыт, сеансы завершены')).toBeVisible()
    await expect(opened.getByRole('button', { name: 'Включить' })).toBeVisible()
    await opened.getByRole('button', { name: 'Удалить сотрудника' }).click()
    const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
    await expect(question).toContainText('Удалить сотрудника Нина Орлова? Его заказы и переписка останутся')
    await question.getByRole('button', { name: 'Да' }).click()
    await expect(page.getByText('Сотрудник удалён: Нина Орлова')).toBeVisible()
    await expect(opened).toHaveCount(0)
    expect((await call(listManagers, {}, { send })).items.map(({ name }) => name)).not.toContain('Нина Орлова')
  },
)

test('[R.3] by keyboard only: a person is found, opened and changed, and leaving unsaved changes asks first', async ({
  page,
}) => {
  await signInAs(page, 'owner')
  await openPeople(page)
  await main(page).getByRole('link', { name: 'Павел Громов' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/person=\d+/)
  const opened = form(page, 'Павел Громов')
  await opened.getByLabel('Телефон').focus()
  await page.keyboard.type('+7 (916) 330-18-42')
  await page.keyboard.press('Tab')
  await main(page).getByRole('link', { name: 'Сергей Петров' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
  await expect(question).toContainText('Изменения не сохранены')
  await question.getByRole('button', { name: 'Нет' }).press('Enter')
  await opened.getByLabel('Телефон').press('Enter')
  await expect(page.getByText('Данные сохранены')).toBeVisible()
  await main(page).getByRole('link', { name: 'Сергей Петров' }).press('Enter')
  await expect(form(page, 'Сергей Петров')).toBeVisible()
})

test('[R.6] a manager sees whom to ask, and has no menu entry', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/people')
  await expect(page.getByRole('heading', { name: 'Сотрудники вам недоступны' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Сотрудники' })).toHaveCount(0)
})

test(
  '[C.31] [S.3] an owner chooses which prices a manager sees, by category, and sees an example',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const person = (await call(listManagers, {}, { send })).items.find(({ name }) => name === 'Павел Громов')
    const id = person?.id ?? 0
    const before = (await call(pricePolitics, { id }, { send })).items
    await page.goto(`/people?person=${id}`)
    const prices = page.getByRole('region', { name: 'Какие цены видит' })
    await prices.getByLabel('Показывать: Все остальные').selectOption('percent')
    await prices.getByLabel('Наценка, %: Все остальные').fill('12,5')
    await expect(prices.getByRole('row', { name: /^Все остальные/ })).toContainText('→')
    await prices.getByLabel('Добавить категорию').selectOption({ index: 1 })
    await expectAccessible(page)
    await prices.getByRole('button', { name: 'Сохранить цены' }).press('Enter')
    await expect(page.getByText('Цены для сотрудника сохранены: Павел Громов')).toBeVisible()
    const saved = (await call(pricePolitics, { id }, { send })).items
    expect(saved).toContainEqual(expect.objectContaining({ category: null, show: 'percent', percent: 12.5 }))
    expect(saved).toHaveLength(2)
    const items = before.map(({ category, show, percent }) => ({ category: category ?? undefined, show, percent }))
    await call(savePricePolitics, { id, items }, { send })
  },
)
