import { expect, type Page } from '@playwright/test'
import {
  saveContractTerms,
  staffCustomers,
  staffGetCustomer,
  stopContract,
} from '#shared/api/administration/customers.ts'
import { call, type Send } from '#web/api/client.ts'
import { contracts, expectAccessible, isPhone, signInAs, test } from './support.ts'

/** Of an organisation that other tests leave alone. */
const dealerContract = '205-Д'

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, title: string) =>
  main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })

async function findContract(send: Send, number: string) {
  const { items } = await call(staffCustomers, { query: number }, { send })
  const { customer } = await call(staffGetCustomer, { id: items[0]?.id ?? 0 }, { send })
  const contract = customer.contracts.find((each) => each.number === number)
  if (!contract) throw new Error(`no contract ${number}`)
  return { customer, contract }
}

test(
  'staff find a customer, change the terms of a contract, and the new terms stand in the card',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'admin')
    const { contract } = await findContract(send, contracts.deferred)
    await page.goto('/admin/customers')
    await expect(main(page).getByRole('link', { name: 'ООО «Вектор»' })).toBeVisible()
    await expectAccessible(page)
    const search = main(page).getByRole('searchbox', { name: 'Организация, ИНН, договор, сотрудник' })
    await search.fill('нет такой фирмы')
    await search.press('Enter')
    await expect(main(page).getByRole('heading', { name: 'По запросу «нет такой фирмы» никого нет' })).toBeVisible()
    await main(page).getByRole('button', { name: 'Показать все' }).press('Enter')
    await main(page)
      .getByRole('button', { name: /С просрочкой/ })
      .press('Enter')
    await expect(page).toHaveURL(/group=overdue/)
    await main(page).getByRole('link', { name: 'ООО «Вектор»' }).press('Enter')

    await expect(main(page).getByRole('heading', { level: 1, name: 'ООО «Вектор»' })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page)
    await card(page, 'Договоры')
      .getByRole('button', { name: `№ ${contracts.deferred}`, exact: true })
      .press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Кредитный лимит, ₽')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Кредитный лимит, ₽').fill('сто')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Сумма в рублях, например 15 000')).toBeVisible()
    await expect(dialog.getByLabel('Кредитный лимит, ₽')).toBeFocused()
    await dialog.getByLabel('Кредитный лимит, ₽').fill('1 234 500')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(`Условия договора № ${contracts.deferred} сохранены`)).toBeVisible()
    const { contract: changed } = await findContract(send, contracts.deferred)
    expect(changed.credit_limit).toBe(1_234_500)
    if (!isPhone()) await expect(card(page, 'Договоры').getByRole('cell', { name: '1 234 500' })).toBeVisible()
    await call(saveContractTerms, { ...contract, version: changed.version }, { send })
  },
)

test('terms that a colleague changed meanwhile are not overwritten: the dialog says so and loads them', async ({
  page,
}) => {
  const send = await signInAs(page, 'admin')
  const { customer, contract } = await findContract(send, contracts.deferred)
  await page.goto(`/admin/customers/${customer.id}`)
  await card(page, 'Договоры')
    .getByRole('button', { name: `№ ${contracts.deferred}`, exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Резерв без оплаты, рабочих дней').fill('8')
  const { valid_to, rrc_type, ...terms } = contract
  const kept = { ...terms, valid_to: valid_to || undefined, rrc_type: rrc_type ?? undefined }
  const saved = await call(saveContractTerms, { ...kept, hold_days: 6 }, { send })
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await dialog.getByRole('button', { name: /Загрузить|Обновить|Показать/ }).click()
  await expect(dialog.getByLabel('Резерв без оплаты, рабочих дней')).toHaveValue('6')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await call(saveContractTerms, { ...contract, version: saved.contract.version }, { send })
})

test(
  '[V.14] staff stop a contract with a reason: the buyer reads it above the catalogue until the stop is lifted',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const send = await signInAs(page, 'admin')
    const { customer, contract } = await findContract(send, contracts.deferred)
    await page.goto(`/admin/customers/${customer.id}`)
    await page.getByRole('button', { name: `Стоп… по договору № ${contracts.deferred}` }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Остановить' }).press('Enter')
    await expect(dialog.getByText('Укажите причину')).toBeVisible()
    await dialog.getByLabel('Причина').fill('Ждём подписанный договор')
    await dialog.getByRole('button', { name: 'Остановить' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(card(page, 'Договоры')).toContainText('Ждём подписанный договор')

    const buyer = await browser.newContext()
    const window = await buyer.newPage()
    await signInAs(window, 'owner')
    await window.goto('/')
    await expect(main(window)).toContainText('Ждём подписанный договор')
    await page.getByRole('button', { name: `Снять стоп по договору № ${contracts.deferred}` }).press('Enter')
    await expect(card(page, 'Договоры')).not.toContainText('Ждём подписанный договор')
    expect((await findContract(send, contracts.deferred)).contract.stopped).toBe(false)
    await call(stopContract, { id: contract.id, stop: false }, { send })
  },
)

test('staff leave a note that only staff see and delete it', { tag: '@phone' }, async ({ page }) => {
  const send = await signInAs(page, 'admin')
  const { customer } = await findContract(send, contracts.main)
  await page.goto(`/admin/customers/${customer.id}`)
  const notes = card(page, 'Заметки')
  await notes.getByRole('button', { name: 'Заметка', exact: true }).press('Enter')
  await expect(notes.getByLabel('Новая заметка')).toBeFocused()
  await page.keyboard.type('Приёмка до 16:00, пропуск за день')
  await notes.getByRole('button', { name: 'Сохранить' }).press('Enter')
  await expect(notes.getByRole('listitem').filter({ hasText: 'Приёмка до 16:00, пропуск за день' })).toBeVisible()
  await expectAccessible(page)
  await notes.getByRole('button', { name: 'Удалить заметку' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Да' }).press('Enter')
  await expect(notes.getByRole('listitem').filter({ hasText: 'Приёмка до 16:00, пропуск за день' })).toHaveCount(0)
})

test(
  'staff make a contract: what is missing is named at its field, and the contract stands in the card',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'admin')
    const { customer } = await findContract(send, dealerContract)
    await page.goto(`/admin/customers/${customer.id}`)
    await page.getByRole('button', { name: 'Новый договор' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Новый договор: ${customer.name}` })
    const number = dialog.getByRole('textbox', { name: 'Номер' })
    await expect(dialog.getByRole('combobox', { name: 'Тип цен' })).toBeVisible()
    await expectAccessible(page)
    await number.press('Enter')
    await expect(dialog.getByText('Укажите номер договора')).toBeVisible()
    await expect(number).toBeFocused()
    await number.fill(dealerContract)
    await number.press('Enter')
    await expect(dialog.getByText('У контрагента уже есть договор с этим номером')).toBeVisible()
    await expect(number).toBeFocused()
    const own = `НД-${isPhone() ? 'тел' : 'стол'}-${Date.now() % 100_000}`
    await number.fill(own)
    await number.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(`Договор № ${own} создан`)).toBeVisible()
    await expect(card(page, 'Договоры').getByRole('button', { name: `№ ${own}`, exact: true })).toBeVisible()
    await card(page, 'Договоры').getByRole('link', { name: 'История условий' }).press('Enter')
    await expect(main(page).getByText(own).first()).toBeVisible()
  },
)

test(
  'staff add a contragent with the errors at its fields, switch it off and delete it',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'admin')
    const { customer } = await findContract(send, dealerContract)
    await page.goto(`/admin/customers/${customer.id}`)
    const contragents = card(page, 'Контрагенты')
    await contragents.getByRole('button', { name: 'Добавить контрагента' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Новый контрагент' })
    const inn = dialog.getByRole('combobox', { name: 'ИНН' })
    await expect(inn).toBeFocused()
    await expectAccessible(page)
    await inn.fill('6161092741')
    await dialog.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await expect(dialog.getByText('ИНН 6161092741 неверен: проверьте цифры')).toBeVisible()
    await expect(inn).toBeFocused()
    await inn.fill('6161092740')
    const company = `ООО «Склад-${isPhone() ? 'тел' : 'стол'}»`
    await dialog.getByLabel('Краткое название').fill(company)
    await dialog.getByLabel('КПП').fill(isPhone() ? '616101002' : '616101001')
    await dialog.getByLabel('ОГРН').fill('1026100543215')
    await dialog.getByLabel('Юридический адрес').fill('г. Ростов-на-Дону, ул. Складская, д. 3')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)

    await contragents.getByRole('button', { name: `Отключить контрагента ${company}` }).press('Enter')
    await expect(page.getByText(`${company}: заказы больше не принимаем`)).toBeVisible()
    await expect(contragents.getByRole('button', { name: `Включить контрагента ${company}` })).toBeVisible()
    await expectAccessible(page)
    await contragents.getByRole('button', { name: company, exact: true }).press('Enter')
    const edited = page.getByRole('dialog', { name: company })
    await expect(edited.getByRole('link', { name: 'История' })).toBeVisible()
    await edited.getByRole('button', { name: 'Удалить' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
    await question.getByRole('button', { name: 'Да', exact: true }).press('Enter')
    await expect(edited).toHaveCount(0)
    await expect(contragents.getByText(company)).toHaveCount(0)
  },
)

test(
  'staff invite a person with the errors at its fields, switch them off and delete them',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'admin')
    const { customer } = await findContract(send, dealerContract)
    await page.goto(`/admin/customers/${customer.id}`)
    const people = card(page, 'Сотрудники')
    await people.getByRole('button', { name: 'Пригласить' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Новый сотрудник' })
    const name = dialog.getByLabel('Имя и фамилия')
    await expect(name).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Пригласить', exact: true }).press('Enter')
    await expect(dialog.getByText('Укажите имя и фамилию')).toBeVisible()
    await expect(name).toBeFocused()
    const person = `Нина ${isPhone() ? 'Телефонова' : 'Столова'} ${Date.now() % 100_000}`
    const login = `nina-${Date.now()}@buyer.example`
    await name.fill(person)
    await dialog.getByLabel('Логин (почта)').fill(login)
    await dialog.getByRole('checkbox', { name: new RegExp(`№ ${dealerContract}`) }).press('Space')
    await dialog.getByLabel('Логин (почта)').press('Enter')
    await expect(page.getByText(`Приглашение отправлено на ${login}`)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(people.getByRole('listitem').filter({ hasText: person })).toContainText('приглашён')

    await people.getByRole('button', { name: `Отключить сотрудника ${person}` }).press('Enter')
    await expect(page.getByText(`${person}: доступ закрыт, сеансы завершены`)).toBeVisible()
    await expect(people.getByRole('button', { name: `Включить сотрудника ${person}` })).toBeVisible()
    await expectAccessible(page)
    await people.getByRole('button', { name: person, exact: true }).press('Enter')
    const edited = page.getByRole('dialog', { name: person })
    await expect(edited.getByRole('link', { name: 'История' })).toBeVisible()
    await edited.getByRole('button', { name: 'Удалить' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
    await expect(question).toContainText('Его заказы и переписка останутся')
    await question.getByRole('button', { name: 'Да', exact: true }).press('Enter')
    await expect(page.getByText(`Сотрудник удалён: ${person}`)).toBeVisible()
    await expect(edited).toHaveCount(0)
    await expect(people.getByRole('listitem').filter({ hasText: person })).toHaveCount(0)
  },
)
