import { expect, type Page } from '@playwright/test'
import { initData } from '#shared/api/contracts.ts'
import { answerActMatch, disputeAct, readAct, requestAct } from '#shared/api/money/acts.ts'
import { addDays, dayOf, formatDay, monthsBack } from '#shared/rules/dates.ts'
import { call } from '#web/api/client.ts'
import { contracts, expectAccessible, isPhone, signInAs, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) => main(page).getByRole('list', { name: 'Акты сверки' }).getByRole('listitem')

/** An act of the deferred contract whose lines 1 and 2 the owner disputes. */
async function addDisputedAct(page: Page): Promise<{ id: number; number: string }> {
  const send = await signInAs(page, 'owner')
  const contract = (await call(initData, {}, { send })).contracts.find(({ number }) => number === contracts.deferred)
  const today = dayOf(new Date())
  const start = addDays(monthsBack(today, 10), isPhone() ? 1 : 2)
  const period = { startdate: formatDay(start), enddate: formatDay(today) }
  const { act } = await call(requestAct, { contract_id: contract?.id ?? 0, ...period }, { send })
  await expect.poll(async () => (await call(readAct, { id: act.id }, { send })).act.state).toBe('ready')
  for (const [match, comment] of [
    [1, 'Этого не получали'],
    [2, 'Сумма другая'],
  ] as const)
    await call(answerActMatch, { id: act.id, match, answer: 'dispute', comment }, { send })
  await call(disputeAct, { id: act.id }, { send })
  return act
}

test(
  '[C.26] staff reply to a buyer’s disagreements line by line, and the open act of the buyer shows the replies',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const { id, number } = await addDisputedAct(page)
    const buyer = await browser.newContext()
    const window = await buyer.newPage()
    await signInAs(window, 'owner')
    await window.goto(`/acts/${id}`)
    await expect(main(window).getByText('разногласия: 2 строки')).toBeVisible()

    await signInAs(page, 'admin')
    await page.goto(`/admin/acts?query=${number}&group=all`)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('2 спорные строки')
    await expectAccessible(page)
    if (isPhone()) {
      await rows(page).getByRole('link').tap()
      await expect(main(page).getByRole('heading', { level: 1, name: `Акт сверки ${number}` })).toBeVisible()
    } else {
      const panel = main(page).getByRole('complementary', { name: `Акт сверки ${number}` })
      await page.keyboard.press('j')
      await expect(panel).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(panel).toBeFocused()
    }
    const lines = main(page).getByRole('list', { name: 'Спорные строки' }).getByRole('listitem')
    await expect(main(page).getByRole('link', { name: 'Акт, PDF' })).toBeVisible()
    await expect(lines).toHaveCount(2)
    await expect(lines.first()).toContainText('«Этого не получали»')
    await expectAccessible(page)

    await lines.first().getByRole('button', { name: 'Согласиться' }).press('Enter')
    await expect(main(page).getByText('Ответили на 1 из 2')).toBeVisible()
    await lines.nth(1).getByRole('button', { name: 'Отказать' }).press('Enter')
    const reason = lines.nth(1).getByRole('textbox', { name: 'Почему отказываете' })
    await reason.fill('Сумма по накладной верна')
    await expect(main(page).getByText('Ответили на 1 из 2')).toBeVisible()
    await reason.press('Enter')
    await expect(main(page).getByText('Ответили на 2 из 2')).toBeVisible()
    await expectAccessible(page)
    await expect(main(window).getByText('Сумма по накладной верна')).toHaveCount(0)

    await main(page).getByRole('button', { name: 'Отправить ответ' }).press('Enter')
    await page.getByRole('dialog').getByRole('button').last().press('Enter')
    await expect(main(page).getByText(/^Ответили, согласны: 1, отказ: 1/)).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Отправить ответ' })).toHaveCount(0)

    await expect(main(window).getByText(/по спорным строкам согласен: 1, отказал: 1/)).toBeVisible({ timeout: 10_000 })
    await main(window)
      .getByRole('button', { name: /^Спорные/ })
      .click()
    await expect(main(window).getByText('Поставщик отказал: Сумма по накладной верна')).toBeVisible()
    await expectAccessible(window)
    await main(window).getByRole('button', { name: 'Запросить новый акт' }).click()
    await expect(window).not.toHaveURL(new RegExp(`/acts/${id}$`))
    await expect(main(window).getByRole('heading', { level: 1, name: /^Акт АС-\d{4} за/ })).toBeVisible()
    await buyer.close()
  },
)

test('[C.26] staff assign an act and note it; filters stand in the address', { tag: '@phone' }, async ({ page }) => {
  const { id, number } = await addDisputedAct(page)
  await signInAs(page, 'admin')
  // An address of an older version.
  await page.goto('/admin/acts?group=unknown&page=x')
  await expect(rows(page).filter({ hasText: number })).toHaveCount(1)
  await page.goto('/admin/acts')
  await main(page)
    .getByRole('button', { name: /^У покупателя/ })
    .click()
  await expect(page).toHaveURL(/group=buyer/)
  await main(page)
    .getByRole('button', { name: /^Ждут нас/ })
    .click()
  await expect(rows(page).filter({ hasText: number })).toHaveCount(1)
  await page.goto(`/admin/acts/${id}`)
  const assignee = main(page).getByRole('combobox', { name: 'Исполнитель' })
  const colleague = (await assignee.locator('option').nth(1).textContent()) ?? ''
  await assignee.selectOption({ label: colleague })
  const note = main(page).getByRole('textbox', { name: 'Заметка для коллег' })
  await note.fill('Ждём накладную из бухгалтерии')
  await main(page).getByRole('button', { name: 'Сохранить заметку' }).press('Enter')
  await expect(main(page).getByRole('button', { name: 'Сохранить заметку' })).toHaveCount(0)
  await page.reload()
  await expect(note).toHaveValue('Ждём накладную из бухгалтерии')
  await expect(assignee.locator('option:checked')).toHaveText(colleague)
  await expectAccessible(page)
})
