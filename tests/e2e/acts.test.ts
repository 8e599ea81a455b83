import { expect, type Browser, type Page } from '@playwright/test'
import { mediaTypes } from '#shared/api/files.ts'
import { signIn } from '#shared/api/account/access.ts'
import { initData } from '#shared/api/contracts.ts'
import { actRows, getActs, readAct, requestAct, type Act } from '#shared/api/money/acts.ts'
import { dayOf, formatDay, monthsBack } from '#shared/rules/dates.ts'
import { call, type Send } from '#web/api/client.ts'
import { workbookOf } from '#tests/support/price-sheets.ts'
import { addNewCustomer } from './database.ts'
import { contracts, expectAccessible, isPhone, sendInContext, signInAs, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) =>
  isPhone()
    ? main(page).getByRole('list', { name: 'Акты сверки' }).getByRole('listitem')
    : main(page).getByRole('table', { name: 'Акты сверки' }).locator('tbody tr')
const answer = (page: Page, title: string) => main(page).getByRole('group', { name: `Ответ по строке ${title}` })

test(
  '[C.25] [C.26] [P.6] acts are filtered by state, and another is requested and built while the page is open',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    await page.goto('/acts')
    await expect(rows(page).first()).toBeVisible()
    await expect(main(page).getByText(/^Акт АС-\d{4} за .+ ждёт вашего ответа до /)).toBeVisible()
    await expectAccessible(page)

    const before = (await call(getActs, {}, { send })).counts.all
    await main(page).getByRole('button', { name: 'Год' }).click()
    await main(page).getByRole('checkbox', { name: 'Прислать на owner@demo.example' }).uncheck()
    await main(page).getByRole('button', { name: 'Запросить акт' }).click()
    await expect(main(page).getByText(/^Запрошен АС-\d{4}/)).toBeVisible()
    await expect(rows(page).first()).toContainText('ждёт вас до')
    await expect(rows(page)).toHaveCount(before + 1)

    // The demo's failed act is retried once, for both screen sizes.
    if (isPhone()) return
    await main(page)
      .getByRole('button', { name: /^Ошибки/ })
      .click()
    await expect(page).toHaveURL(/group=failed/)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('1С не ответила за 24 часа')
    await main(page).getByRole('button', { name: 'Запросить снова' }).click()
    await expect(main(page).getByRole('heading', { name: 'Таких актов нет' })).toBeVisible()
    await main(page).getByRole('button', { name: 'Показать все' }).click()
    await expect(rows(page)).toHaveCount(before + 1)
  },
)

test('[C.26] the request of an act stays in its card beside a long e-mail', { tag: '@phone' }, async ({ page }) => {
  const { owner } = await addNewCustomer('ООО «Длинная почта»')
  await call(signIn, owner, { send: sendInContext(page.context()) })
  await page.goto('/acts')
  const mail = main(page).getByRole('checkbox', { name: `Прислать на ${owner.login}` })
  await expect(mail).toBeChecked()
  const box = await main(page).getByRole('button', { name: 'Запросить акт' }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThan(page.viewportSize()?.width ?? 0)
  await expectAccessible(page)
})

/** Requests an act of the deferred contract and waits until it is built. */
async function requestBuiltAct(send: Send): Promise<Act> {
  const contract = (await call(initData, {}, { send })).contracts.find(({ number }) => number === contracts.deferred)
  const today = dayOf(new Date())
  const period = { startdate: formatDay(monthsBack(today, 10)), enddate: formatDay(today) }
  const { act } = await call(requestAct, { contract_id: contract?.id ?? 0, ...period }, { send })
  await expect.poll(async () => (await call(readAct, { id: act.id }, { send })).act.state).toBe('ready')
  return (await call(readAct, { id: act.id }, { send })).act
}

/** The buyer's account card 60 for an act: one document is missing, and one payment is only in the buyer's ledger. */
async function accountCardOf(send: Send, { id, opening, enddate }: Act): Promise<Buffer> {
  const { items } = await call(actRows, { id, view: 'all' }, { send })
  const lines = items.flatMap(({ ours }) => ours)
  const missing = lines.findLast(({ debit }) => debit > 0)
  return workbookOf({
    Карточка: [
      ['Дата', 'Документ', 'Дебет', 'Кредит'],
      ['', 'Сальдо на начало', '', opening],
      ...lines
        .filter((line) => line !== missing)
        .map(({ date, title, debit, credit }) => [date, title, credit === 0 ? '' : credit, debit === 0 ? '' : debit]),
      [enddate, 'Платёжное поручение 3071', 60_000, ''],
    ],
  })
}

/** A colleague in another browser finds the answers that are not sent yet, with their words. */
async function expectAnswersForColleague(browser: Browser, { id }: Act): Promise<void> {
  const page = await (await browser.newContext()).newPage()
  await signInAs(page, 'accountant')
  await page.goto(`/acts/${id}`)
  const disputed = answer(page, 'Платёжное поручение 3071').getByRole('button', { name: 'Спорим' })
  await expect(disputed).toHaveAttribute('aria-pressed', 'true')
  await expect(main(page).getByLabel('С чем не согласны: Платёжное поручение 3071')).toHaveValue(disputeReason)
  await expect(main(page).getByRole('button', { name: 'Отправить разногласия' })).toBeEnabled()
}

const disputeReason = 'Списан банком, есть отметка'

const choose = (page: Page, name: string, buffer: Buffer) =>
  main(page).getByLabel('Файл вашего учёта').setInputFiles({ name, mimeType: mediaTypes.xlsx, buffer })

test(
  '[C.26] differences between the act and the buyer’s own books are answered line by line, by keyboard, and sent',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const send = await signInAs(page, 'owner')
    const act = await requestBuiltAct(send)
    await page.goto(`/acts/${act.id}`)
    await choose(page, 'Карточка сч. 60.xlsx', await accountCardOf(send, act))
    await expect(main(page).getByRole('button', { name: 'Расхождения 2' })).toHaveAttribute('aria-pressed', 'true')
    await expect(main(page).getByText('Карточка сч. 60.xlsx')).toBeVisible()
    await expectAccessible(page)
    await main(page)
      .getByRole('button', { name: /^\d+ совпал/ })
      .first()
      .press('Enter')
    await expect(
      main(page)
        .getByRole('button', { name: /^Спорить по строке/ })
        .first(),
    ).toBeVisible()

    const sendAll = main(page).getByRole('button', { name: 'Отправить разногласия' })
    const confirm = main(page).getByRole('button', { name: 'Подтвердить акт' })
    await expect(confirm).toBeDisabled()
    await expect(confirm).toHaveAccessibleDescription('Чтобы закончить, ответьте ещё по 2 строкам')
    const firstLine = main(page)
      .getByRole('group', { name: /^Ответ по строке/ })
      .first()
    await main(page)
      .getByRole('link', { name: /^Перейти к строке без ответа/ })
      .press('Enter')
    await expect(firstLine.getByRole('button', { name: 'Согласны' })).toBeFocused()
    const agree = main(page)
      .getByRole('group', { name: /^Ответ по строке УПД/ })
      .getByRole('button', { name: 'Согласны' })
    const later = page.getByRole('button', { name: 'Сохранить и продолжить позже' })
    // An answer that is not stored is not left behind.
    await page.route(
      (url) => url.pathname.startsWith(`/api/act/${act.id}`),
      (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()),
    )
    await agree.press('Enter')
    await later.press('Enter')
    await expect(page.getByText(/^Не все ответы сохранены/)).toBeVisible()
    await expect(agree).toHaveAttribute('aria-pressed', 'false')
    await page.unrouteAll({ behavior: 'wait' })
    await agree.press('Enter')
    await expect(agree).toHaveAttribute('aria-pressed', 'true')
    await answer(page, 'Платёжное поручение 3071').getByRole('button', { name: 'Спорим' }).press('Enter')
    const comment = main(page).getByLabel('С чем не согласны: Платёжное поручение 3071')
    await comment.fill(disputeReason)
    await comment.press('Enter')
    await expect(main(page).getByRole('group', { name: 'Ответ на акт' })).toContainText('согласны по 1, спорим по 1', {
      ignoreCase: true,
    })
    await expect(sendAll).toBeEnabled()
    await expect(confirm).toHaveAccessibleDescription(/спорные строки/)
    await expectAccessible(page)

    await later.press('Enter')
    await expect(page.getByText(/сохранены, поставщику ничего не отправлено/)).toBeVisible()
    await expect(rows(page).filter({ hasText: act.number })).toContainText('разногласия не отправлены')
    await expectAnswersForColleague(browser, act)
    await page.goBack()
    await sendAll.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Да' }).click()
    await expect(main(page).getByText('разногласия: 1 строка')).toBeVisible()
    await expect(main(page).getByText(`«${disputeReason}»`)).toBeVisible()
    await expect(sendAll).toHaveCount(0)
  },
)

test('[C.26] a file without a ledger is refused with a message; an act without differences is confirmed', async ({
  page,
}) => {
  const send = await signInAs(page, 'owner')
  const { id, number } = await requestBuiltAct(send)
  await page.goto(`/acts/${id}`)
  await choose(page, 'Заметки.xlsx', workbookOf({ Лист1: [['Позвонить', 'в пятницу']] }))
  await expect(main(page).getByRole('alert')).toContainText(/не (нашли|найден)/i)
  await main(page).getByRole('button', { name: 'Подтвердить акт' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Да' }).click()
  await expect(main(page).getByText('подтверждён', { exact: true })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.goto('/acts?group=confirmed')
  await main(page)
    .getByRole('link', { name: `${number}, PDF` })
    .click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
})
