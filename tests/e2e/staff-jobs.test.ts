import { expect } from '@playwright/test'
import { addFailedLetter, addFailedRun } from './database.ts'
import { expectAccessible, signInAs, test } from './support.ts'

test('an administrator repeats a failed job by keyboard, and it succeeds', { tag: '@phone' }, async ({ page }) => {
  await signInAs(page, 'admin')
  await addFailedRun('purge-exchange', 'на диске нет места')
  await page.goto('/admin/settings#jobs')
  const failed = page.getByRole('list', { name: 'Невыполненные задания' })
  await expect(failed.getByText('Очистка журнала обмена')).toBeVisible()
  await expect(failed.getByText('на диске нет места')).toBeVisible()
  await expectAccessible(page)
  await failed.getByRole('button', { name: 'Повторить: Очистка журнала обмена' }).press('Enter')
  await expect(page.getByText('Задание запускается снова')).toBeVisible()
  await page.getByText(/^Все задания: \d+$/).press('Enter')
  const row = page.getByRole('row', { name: /Очистка журнала обмена/ })
  await expect(row).toContainText('ежедневно в 3:12')
  // The portal's own worker takes the run, and the list is read again until it ends.
  await expect(row).toContainText(/\d{2}:\d{2}$/)
  await expect(page.getByText('Все задания выполняются')).toBeVisible()
})

test('letters that were given up are sent again', { tag: '@phone' }, async ({ page }) => {
  await signInAs(page, 'admin')
  const recipient = `lost-${Date.now()}@buyer.example`
  await addFailedLetter({ recipient, subject: 'Счёт на оплату', reason: '550 no such user' })
  await page.goto('/admin/settings')
  const letters = page.getByRole('list', { name: 'Письма, которые не ушли' })
  const letter = letters.getByRole('listitem').filter({ hasText: recipient })
  await expect(letter).toContainText('550 no such user')
  await expectAccessible(page)
  await letter.getByRole('button').press('Enter')
  await expect(page.getByText('Снова в очереди: 1 письмо')).toBeVisible()
  await expect(letter).toHaveCount(0)
})
