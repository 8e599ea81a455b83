import { expect } from '@playwright/test'
import { addApplicant, addPerson } from './database.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

test(
  'an administrator finds a person, downloads their data as a ZIP and erases them; retention periods have bounds',
  { tag: '@phone' },
  async ({ page }) => {
    const { login } = await addPerson('Сосновый бор 41')
    await signInAs(page, 'admin')
    await page.goto('/admin/personal-data')
    const search = page.getByLabel('Имя, почта, телефон или организация')
    await search.fill(login)
    await search.press('Enter')
    await expect(page).toHaveURL(/query=person-/)
    await page.getByRole('list', { name: 'Найденные люди' }).getByRole('button').press('Enter')
    await expect(page.getByRole('table', { name: 'Что хранит портал' })).toContainText('Учётная запись')
    await expectAccessible(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Скачать ZIP' }).press('Enter')
    expect((await saving).suggestedFilename()).toMatch(/^Персональные данные .*\.zip$/)

    await page.getByRole('button', { name: 'Стереть данные' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Стереть данные: / })
    const password = dialog.getByLabel('Пароль администратора')
    await password.fill('не тот пароль')
    await password.press('Enter')
    await expect(dialog.getByText('Неверный пароль')).toBeVisible()
    await expectAccessible(page)
    await password.fill('demo-admin-2026')
    await password.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Данные стёрты' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Никого не нашли' })).toBeVisible()

    const audit = page.getByLabel('Журнал действий')
    await audit.fill('12')
    await expect(page.getByText('Целое число от 365 до 3650')).toBeVisible()
    await audit.press('Enter')
    await audit.fill('1095')
    await page.getByLabel('Отправленные письма').fill(isPhone() ? '32' : '31')
    await page.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await expect(page.getByText('Сроки сохранены')).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'an administrator finds an applicant without an account, downloads their data and erases them',
  { tag: '@phone' },
  async ({ page }) => {
    const email = await addApplicant('Гость Заявкин')
    await signInAs(page, 'admin')
    await page.goto('/admin/personal-data')
    const search = page.getByLabel('Имя, почта, телефон или организация')
    await search.fill(email)
    await search.press('Enter')
    const people = page.getByRole('list', { name: 'Найденные люди' })
    await expect(people).toContainText('без входа')
    await people.getByRole('button').press('Enter')
    await expect(page).toHaveURL(/guest=request-\d+/)
    await expect(page.getByRole('table', { name: 'Что хранит портал' })).toContainText('Заявка на регистрацию')
    await expectAccessible(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Скачать файл' }).press('Enter')
    expect((await saving).suggestedFilename()).toMatch(/^Персональные данные З-\d+ .*\.json$/)

    await page.getByRole('button', { name: 'Стереть данные' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Стереть данные: Гость Заявкин' })
    await expect(dialog).toContainText('Открытая заявка на регистрацию закроется отказом')
    await expectAccessible(page)
    const password = dialog.getByLabel('Пароль администратора')
    await password.fill('demo-admin-2026')
    await password.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Данные стёрты' })).toBeVisible()
    await expect(page.getByText('О человеке ничего не осталось')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Никого не нашли' })).toBeVisible()
  },
)
