import { expect } from '@playwright/test'
import { sendChat } from '#shared/api/talk/chat.ts'
import { call } from '#web/api/client.ts'
import { expectAccessible, isPhone, signInAs, test } from './support.ts'

test(
  '[C.27] [P.7] [N.4] a buyer and staff chat in two browsers by keyboard; messages appear at once',
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

test('[C.27] what is typed while a message is on its way is the next message, without the sent one', async ({
  page,
}) => {
  await signInAs(page, 'manager')
  await page.goto('/chat')
  const held = Promise.withResolvers<void>()
  await page.route(`**${sendChat.path}`, async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  const field = page.getByRole('textbox', { name: 'Сообщение менеджеру' })
  await field.fill('Когда приедет машина?')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' И кто водитель?')
  held.resolve()
  const log = page.getByRole('log')
  await expect(log.getByText('Когда приедет машина?', { exact: true })).toHaveCount(1)
  await expect(field).toHaveValue('И кто водитель?')
  await page.keyboard.press('Enter')
  await expect(log.getByText('И кто водитель?', { exact: true })).toHaveCount(1)
  await expect(field).toHaveValue('')
})

test('[P.7] earlier messages load without a jump, a search finds one, a message names order and goods', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  for (let n = 1; n <= 60; n += 1) await call(sendChat, { message: `Строка ${n}` }, { send, key: `e2e-earlier-${n}` })
  await page.goto('/chat')
  const log = page.getByRole('log')
  await expect(log.getByText('Строка 60', { exact: true })).toBeInViewport()
  const oldest = log.getByText('Строка 11', { exact: true })
  await expect(log.getByText('Строка 10', { exact: true })).toHaveCount(0)
  await oldest.scrollIntoViewIfNeeded()
  await expect(log.getByText('Строка 10', { exact: true })).toHaveCount(1)
  await expect(oldest).toBeInViewport()

  const search = page.getByRole('searchbox', { name: 'Найти в переписке' })
  await search.fill('паспорт на аккумуляторы')
  await search.press('Enter')
  const found = page.getByRole('region', { name: 'Найдено в переписке' })
  await expect(found.getByRole('article')).toHaveCount(1)
  await expectAccessible(page)
  await found.getByRole('button', { name: 'Показать в переписке' }).click()
  await expect(log.getByText(/паспорт на аккумуляторы/)).toBeInViewport()
  await page.getByRole('button', { name: 'К последним' }).click()
  await expect(log.getByText('Строка 60', { exact: true })).toBeInViewport()

  await page.getByRole('button', { name: 'Заказ или товар' }).click()
  const links = page.getByRole('list', { name: 'О чём сообщение' })
  await expect(links.getByRole('button', { name: /^Заказ / }).first()).toBeVisible()
  await expectAccessible(page)
  await links
    .getByRole('button', { name: /^Заказ / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Заказ или товар' }).click()
  await page.keyboard.type('аккумулятор')
  await links
    .getByRole('button', { name: /Аккумулятор/ })
    .first()
    .click()
  for (const name of [/^Рекламация /, /^Счёт на /]) {
    await page.getByRole('button', { name: 'Заказ или товар' }).click()
    await links.getByRole('button', { name }).first().click()
  }
  await expect(page.getByRole('list', { name: 'К сообщению' }).getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'К сообщению' })).toHaveCount(0)
  const last = log.getByRole('article').last()
  await expect(last.getByText('отправлено')).toBeVisible()
  await expect(last.getByRole('link', { name: /^Заказ / })).toBeVisible()
  await expect(last.getByRole('link', { name: /^Рекламация / })).toBeVisible()
  const [invoice] = await Promise.all([
    page.waitForEvent('download'),
    last.getByRole('link', { name: /^Счёт на / }).click(),
  ])
  expect(invoice.suggestedFilename()).toMatch(/\.pdf$/)
  await last.getByRole('link', { name: /Аккумулятор/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Аккумулятор/ })).toBeVisible()
})

test(
  '[C.28] [M.5] [C.29] [C.30] a callback is requested, a news item is hidden permanently, a page is read',
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

test(
  '[P.7] [C.28] staff postpone a chat, see customer facts, use and add canned answers, finish a call',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'admin')
    await page.goto('/admin/chats')
    const row = page.getByRole('link', { name: /Есть сертификат на дюбели/ })
    if (!isPhone()) {
      await row.click()
      const panel = page.getByRole('complementary', { name: 'Чат' })
      await expect(panel.getByRole('region', { name: 'О покупателе' }).getByText('Договор').first()).toBeVisible()
      const field = panel.getByRole('textbox', { name: 'Ответ покупателю' })
      await field.fill('/о')
      await expect(panel.getByRole('region', { name: 'Готовые ответы' })).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(field).toHaveValue(/^Остаток по заказу {заказ}/)
      await page.keyboard.type('012846')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Замените {дата} в ответе')).toBeVisible()
      await page.keyboard.type('24 ноября')
      await expect(field).toHaveValue('Остаток по заказу 012846 придёт 24 ноября, отгрузим в тот же день.')
      await field.fill('/')
      await panel.getByRole('button', { name: 'Изменить список' }).click()
      const dialog = page.getByRole('dialog', { name: 'Готовые ответы' })
      await dialog.getByLabel('Новый ответ: название').fill('пропуск')
      await dialog.getByLabel('Что прочтёт покупатель').fill('Пропуск заказан на {дата}.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('list', { name: 'Готовые ответы' })).toContainText('/пропуск')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await field.fill('/проп')
      await page.keyboard.press('Enter')
      await expect(field).toHaveValue('Пропуск заказан на {дата}.')
      await field.fill('')
      await expectAccessible(page)
      await panel.getByRole('button', { name: 'Отложить' }).click()
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'На час' }).click()
      await expect(row).toHaveCount(0)
      await page.getByRole('group', { name: 'Какие разговоры' }).getByRole('button', { name: 'Все' }).click()
      await expect(row).toContainText('до ')
    }
    await page.goto('/admin/chats')
    await page.getByRole('link', { name: isPhone() ? /204-71-33/ : /255-10-40/ }).click()
    const call = page.getByRole('complementary', { name: 'Звонок' })
    await call.getByLabel('Заметка для коллег').fill('Занято')
    await call.getByRole('button', { name: 'Сохранить заметку' }).click()
    await expect(page.getByText('Заметка сохранена')).toBeVisible()
    await expectAccessible(page)
    await call.getByLabel('Чем закончилось').fill('Договорились')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(call.getByText('Договорились')).toBeVisible()
    await expect(call.getByRole('button', { name: 'Позвонили' })).toHaveCount(0)
  },
)
