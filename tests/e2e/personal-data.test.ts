import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { signIn } from '#shared/api/account/access.ts'
import { heldData } from '#shared/api/account/personal-data.ts'
import { unzipped } from '#tests/support/formats/unzipped.ts'
import { call } from '#web/api/client.ts'
import { addPerson } from './database.ts'
import { expectAccessible, sendInContext, signInAs, test } from './support.ts'

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

test('a person who placed orders of the demo data is told of their events, which stay by law', async ({ page }) => {
  const { held } = await call(heldData, {}, { send: await signInAs(page, 'manager') })
  const find = (title: string) => held.find((each) => each.title === title)
  const orders = find('Заказы')?.count ?? 0
  expect(orders).toBeGreaterThan(0)
  expect(find('События заказов')?.count).toBeGreaterThanOrEqual(orders)
  expect(find('События заказов')?.stays).not.toBe('')
})
