import { expect } from '@playwright/test'
import { expectAccessible, findGoods, sendInContext, signInAs, test } from './support.ts'

test(
  '[P.11] [R.2] [S.3] a visitor enters through the demo dialog and sees a note about the demo mode',
  {
    tag: '@phone',
  },
  async ({ page, context }) => {
    await page.goto('/demo')
    const dialog = page.getByRole('dialog', { name: 'Демо-режим' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Войти по паролю' }).click()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Вход в кабинет' })).toBeVisible()
    await expect(dialog).toHaveCount(0)

    await page.goto('/demo')

    const enter = dialog.getByRole('button', { name: 'Войти в демо-режим' })
    await expect(enter).toBeFocused()
    await expect(enter).not.toHaveAttribute('aria-busy')
    await page.keyboard.press('Enter')
    const note = page.getByText('Заказы никуда не уходят, ночью всё удалится.')
    await expect(note).toBeVisible()
    await expectAccessible(page)
    const [good] = await findGoods(sendInContext(context), 1)
    await page.goto(`/product/${good?.id}`)
    await expect(note).toBeVisible()

    await page.goto('/chat')
    await expect(note).toBeVisible()
    await expect(page.getByRole('button', { name: 'Отправить' })).toBeInViewport({ ratio: 1 })

    // Nothing is offered that the demo mode refuses: it sends no e-mails and has no passwords.
    await page.goto('/acts')
    await expect(page.getByRole('button', { name: 'Запросить акт' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^Прислать на/ })).toHaveCount(0)
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'О вас' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Пароль' })).toHaveCount(0)
    await expect(page.getByText('В демо-режиме писем нет')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'На портале' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Письмом' })).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Запросить доступ' }).click()
    await expect(page).toHaveURL(/\/registration/)
    await expect(page.getByRole('dialog')).toBeVisible()
  },
)

test('staff disable and enable the demo mode; its address shows the state', async ({ page, browser }) => {
  await signInAs(page, 'admin')
  await page.goto('/admin/settings')
  const prices = page.getByLabel('Цены для посетителей')
  const before = await prices.inputValue()
  await prices.selectOption({ label: 'Демо-режим закрыт' })
  await expect(page.getByText('Пока закрыт: войти можно только по паролю')).toBeVisible()
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(new URL('/demo', page.url()).href)
  await expect(guest.getByText('Сейчас демо-режим закрыт.')).toBeVisible()
  await guest.getByRole('button', { name: 'Запросить доступ' }).click()
  await expect(guest.getByRole('dialog').getByLabel('ИНН')).toBeVisible()
  await prices.selectOption(before)
  await expect(page.getByText(/^Открыт по адресу .+\/demo\. Сегодня заходили: /)).toBeVisible()
})
