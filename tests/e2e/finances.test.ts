import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { signIn } from '#shared/api/account/access.ts'
import { finances } from '#shared/api/money/finances.ts'
import { call } from '#web/api/client.ts'
import { qrOf } from '#tests/support/pdf.ts'
import { addNewCustomer, addPerson } from './database.ts'
import { contracts, expectAccessible, isPhone, sendInContext, signInAs, startWithEmptyBasket, test } from './support.ts'

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) =>
  isPhone()
    ? main(page).getByRole('list', { name: 'Документы и платежи' }).getByRole('listitem')
    : main(page).getByRole('table', { name: 'Документы и платежи' }).locator('tbody tr')

test(
  '[C.21] [P.6] [S.4] finances show debt by age and its documents; view, period and page are in the URL',
  { tag: '@phone' },
  async ({ page, context }) => {
    const send = await signInAs(page, 'owner')
    const contract = await startWithEmptyBasket(send, contracts.deferred)
    const { debt, pagination } = await call(finances, { contract }, { send })
    expect(debt).toBeGreaterThan(0)
    await page.goto('/finances?view=all')
    await expect(rows(page)).toHaveCount(20)
    await expect(main(page).getByText(/1С.* \d\d\.\d\d.* \d\d:\d\d/)).toBeVisible()
    const shown = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 }).format(debt).replace(/,00$/, '')
    await expect(main(page).getByText(`${shown} ₽`).first()).toBeVisible()
    const ageing = isPhone()
      ? main(page).getByRole('list', { name: 'Долг по дням просрочки' })
      : main(page).getByRole('table', { name: 'Долг по дням просрочки' })
    await expect(ageing).toContainText('8–14')
    await expectAccessible(page)

    const paper = page.waitForEvent('download')
    await rows(page)
      .getByRole('link', { name: /^УПД \d+\s+PDF$/ })
      .first()
      .click()
    expect(
      readFileSync(await (await paper).path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    const first = await rows(page).first().textContent()
    await page.getByRole('link', { name: 'Страница 2' }).click()
    await expect(page).toHaveURL(/page=2/)
    // The rows of the first page stay until the second page is loaded.
    await expect(rows(page).first()).not.toHaveText(first ?? '')
    const second = await rows(page).first().textContent()
    const copy = await context.newPage()
    await copy.goto(page.url())
    await expect(rows(copy).first()).toHaveText(second ?? '')
    await copy.close()

    if (isPhone()) await page.getByText('Вид, период и поиск').click()
    await page.getByRole('button', { name: 'К оплате', exact: true }).click()
    await expect(page).not.toHaveURL(/page=/)
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Платежи' }).click()
    await expect(rows(page).first()).toContainText('Платёж')
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await page.getByLabel('Номер документа или заказа').fill('такого нет')
    await page.getByLabel('Номер документа или заказа').press('Enter')
    await expect(page.getByRole('heading', { name: 'Ничего не найдено' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await expect(rows(page).first()).toBeVisible()
    expect(pagination.total).toBeGreaterThan(40)
    await main(page).getByRole('link', { name: 'Акт сверки' }).click()
    await expect(page).toHaveURL(new RegExp(`/acts\\?contract=${contract}`))
    const request = page.getByRole('combobox', { name: 'Договор' }).last()
    await expect(request).toHaveValue(String(contract))
    await startWithEmptyBasket(send)
  },
)

test(
  '[P.10] a stopped contract shows which documents to pay; their invoice has a QR code with exactly that sum',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    const contract = await startWithEmptyBasket(send, contracts.stopped)
    await startWithEmptyBasket(send)
    await page.goto('/')
    const alert = page.getByRole('status').filter({ hasText: 'Уведомление о приостановке заказов' })
    await expect(alert.getByRole('list', { name: 'Что оплатить' }).getByRole('listitem')).toHaveCount(2)
    const whole = page.waitForEvent('download')
    await alert.getByRole('link', { name: /^Счёт на 214\s780,50\s₽$/ }).click()
    expect(qrOf(readFileSync(await (await whole).path()))).toContain('Sum=21478050')
    await expectAccessible(page)

    await alert.getByRole('link', { name: 'Из чего складывается долг' }).click()
    await expect(page).toHaveURL(new RegExp(`contract=${contract}.*view=overdue`))
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('checkbox', { name: /УПД 4302/ }).check()
    const bar = page.getByRole('group', { name: 'К оплате' })
    await expect(bar).toContainText('Выбрано записей: 1')
    await expect(bar).not.toContainText('снимет стоп')
    await page.getByRole('checkbox', { name: /УПД 4315/ }).check()
    await expect(bar).toContainText('снимет стоп')
    await page.getByRole('checkbox', { name: /УПД 4315/ }).uncheck()
    const part = page.waitForEvent('download')
    await bar.getByRole('link', { name: 'Счёт с QR' }).click()
    expect(qrOf(readFileSync(await (await part).path()))).toContain('Sum=12978050')
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Снять выделение' }).click()
    await expect(bar).toHaveCount(0)
  },
)

test(
  'a new customer reads when documents come and what to do till then; a person without a contract whom to ask',
  { tag: '@phone' },
  async ({ page }) => {
    const { owner } = await addNewCustomer('ООО «Новый покупатель»')
    await call(signIn, owner, { send: sendInContext(page.context()) })
    await page.goto('/finances')
    await expect(page.getByRole('heading', { name: 'Документов и платежей пока нет' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Написать менеджеру' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Выбрать товары' }).press('Enter')
    await expect(page).toHaveURL(/\/catalog/)

    await call(signIn, await addPerson('тихий омут у мельницы'), { send: sendInContext(page.context()) })
    for (const path of ['/finances', '/acts']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: /^Нет доступного договора/ })).toBeVisible()
      await expectAccessible(page)
    }
  },
)

test('[R.6] an accountant sees finances, a manager without the grant sees whom to ask', async ({ page }) => {
  await signInAs(page, 'accountant')
  await page.goto('/finances')
  await expect(rows(page).first()).toBeVisible()
  await signInAs(page, 'manager')
  await page.goto('/finances')
  await expect(page.getByRole('heading', { name: 'Финансы вам недоступны' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: 'Финансы' })).toHaveCount(0)
})
