import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { signIn } from '#shared/api/account/access.ts'
import { unzipped } from '#tests/support/formats/unzipped.ts'
import { call } from '#web/api/client.ts'
import { addPerson } from './database.ts'
import { expectAccessible, sendInContext, test } from './support.ts'

test('a user downloads and erases their personal data by keyboard', { tag: '@phone' }, async ({ page }) => {
  const account = await addPerson('Сосновый бор 41')
  await call(signIn, account, { send: sendInContext(page.context()) })
  await page.goto('/account')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Скачать мои данные' }).press('Enter')
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^Мои данные .*\.zip$/)
  const files = await unzipped(await readFile(await file.path()))
  expect(files['Данные.json']).toContain(account.login)

  await page.getByRole('button', { name: 'Удалить мои данные' }).press('Enter')
  const form = page.getByRole('form', { name: 'Удаление данных' })
  await expect(form).toContainText('По закону останутся')
  await expectAccessible(page)
  const password = page.getByLabel('Ваш пароль')
  await password.fill('не тот пароль')
  await password.press('Enter')
  await expect(form.getByText('Неверный пароль')).toBeVisible()
  await password.fill(account.password)
  await password.press('Enter')
  await expect(page.getByRole('form', { name: 'Вход' })).toBeVisible()
  await expect(call(signIn, account, { send: sendInContext(page.context()) })).rejects.toMatchObject({ status: 401 })
})
