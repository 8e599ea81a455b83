import { expect } from '@playwright/test'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

test(
  '[C.27] [P.7] [N.4] a buyer and staff talk in two browsers by keyboard; each sees the other at once',
  { tag: '@phone' },
  async ({ page, browser }) => {
    await signInAs(page, 'accountant')
    await page.goto('/chat')
    await expect(page.getByRole('heading', { name: 'Чат с менеджером' })).toBeVisible()
    await expectAccessible(page)
    const question = `Вопрос ${isPhone() ? 'с телефона' : 'с компьютера'}`
    await page.getByRole('textbox', { name: 'Сообщение менеджеру' }).fill(question)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log').getByText(question)).toHaveCount(1)
    if (isPhone()) return

    const other = await (await browser.newContext()).newPage()
    await signInAs(other, 'admin')
    await other.goto('/admin/chats')
    await other.getByRole('link', { name: question }).click()
    await expect(other.getByRole('complementary', { name: 'Чат' }).getByText(question)).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('textbox', { name: 'Ответ покупателю' }).fill('Отвечаю сразу')
    await other.keyboard.press('Enter')
    await expect(page.getByRole('log').getByText('Отвечаю сразу')).toBeVisible()
    await expect(other.getByRole('log').getByText('прочитано')).toBeVisible()
    await other.getByRole('button', { name: 'Заметка' }).click()
    await other.getByRole('textbox', { name: 'Заметка для коллег' }).fill('Покупатель этого не видит')
    await other.keyboard.press('Enter')
    await expect(other.getByRole('log').getByText('Покупатель этого не видит')).toBeVisible()
    await expect(page.getByText('Покупатель этого не видит')).toHaveCount(0)
  },
)

test(
  '[C.28] [M.5] [C.29] [C.30] a call is asked for, news is hidden for good, a page is read',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, isPhone() ? 'receiver' : 'accountant')
    await page.goto('/chat')
    const form = page.getByRole('complementary', { name: 'Менеджер' })
    await form.getByRole('textbox', { name: 'Телефон' }).fill('12')
    await form.getByRole('button', { name: 'Заказать звонок' }).click()
    await expect(page.getByText('Проверьте введённые данные')).toBeVisible()
    await form.getByRole('textbox', { name: 'Телефон' }).fill('84957301520')
    await form.getByRole('button', { name: 'Заказать звонок' }).click()
    await expect(page.getByText('Спасибо! Мы вам перезвоним')).toBeVisible()

    await page.goto('/')
    const news = page.getByRole('list', { name: 'Новости' })
    await expect(news).toBeVisible()
    await expectAccessible(page)
    await news.getByRole('button', { name: 'Скрыть новость' }).click()
    await expect(news).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('main')).toBeVisible()
    await expect(news).toHaveCount(0)

    await page.goto('/materials')
    await page.getByRole('link', { name: 'Условия работы' }).click()
    await expect(page.getByRole('heading', { name: 'Отгрузка' })).toBeVisible()
    await expectAccessible(page)
  },
)
