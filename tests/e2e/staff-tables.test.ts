import { expect } from '@playwright/test'
import { expectAccessible, signInAs, test } from './support.ts'

/** A currency in which the demo sells nothing. */
const table = 'Валюта;Дата;Курс;Заметка\nKZT;01.11.2026;15,6;\nKZT;02.11.2026;много;\n'

test(
  'an administrator checks a table, reads what is wrong, and loads the rows that are right',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'admin')
    await page.goto('/admin/tables')
    await expect(page.getByRole('heading', { name: 'Таблица не выбрана' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Что загрузить').selectOption('Курсы валют')
    await expect(page).toHaveURL(/feed=rates/)
    const template = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Скачать шаблон' }).press('Enter')
    expect((await template).suggestedFilename()).toBe('Курсы валют.csv')

    const file = page.getByLabel('Файл таблицы')
    await file.setInputFiles({ name: 'пусто.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\n1;2\n') })
    await expect(page.getByRole('alert')).toContainText('В файле нет строки заголовков')
    await file.setInputFiles({ name: 'курсы.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await expect(page.getByRole('status').filter({ hasText: 'Проверено' })).toContainText('1 запись, с ошибками 1')
    await expect(page.getByText('Пропущены столбцы: «Заметка»')).toBeVisible()
    await expect(page.getByRole('row', { name: /^3 .*Курс не число/ })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Загрузить 1 запись' }).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Загружено' })).toContainText('1 запись, с ошибками 1')
    await expectAccessible(page)
  },
)
