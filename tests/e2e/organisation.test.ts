import { expect, type Page } from '@playwright/test'
import { listAddresses, deleteAddress } from '#shared/api/organisation/addresses.ts'
import { deleteConsignee, listConsignees } from '#shared/api/organisation/consignees.ts'
import { listContragents } from '#shared/api/organisation/contragents.ts'
import { suggestParty, type PartySuggestion } from '#shared/api/organisation/suggestions.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { call } from '#web/api/client.ts'
import { expectAccessible, fillBasket, findGoods, isPhone, signInAs, test } from './support.ts'

const firm: PartySuggestion = {
  value: 'ООО «Радуга»',
  data: {
    inn: '7736207543',
    kpp: '770401001',
    ogrn: '1027700229193',
    type: 'legal',
    branch: false,
    legal_form: 'ООО',
    name: 'ООО «Радуга»',
    full_name: 'Общество с ограниченной ответственностью «Радуга»',
    address: '119021, г. Москва, ул. Льва Толстого, д. 16',
    postal_code: '119021',
    management_name: 'Белова Ольга Ивановна',
    management_post: 'Генеральный директор',
    state: 'active',
    registered: '23.09.2000',
  },
}

/** Mocks the register: the portal has no API key here. */
async function registerAnswers(page: Page, suggestions: readonly PartySuggestion[]): Promise<void> {
  await page.route(`**${suggestParty.path}`, (route) =>
    route.fulfill({ json: { status: 'success', source: 'dadata', suggestions } }),
  )
}

async function openOrganisation(page: Page): Promise<void> {
  await page.goto('/organisation')
  await expect(page.getByRole('navigation', { name: 'Контрагенты' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test(
  '[P.9] [C.39] [C.54] [T.6] [M.8] the owner adds a contragent from the register, turns it off and on, and deletes it',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    await registerAnswers(page, [firm])
    await openOrganisation(page)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Добавить контрагента' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новый контрагент' })
    const inn = dialog.getByRole('combobox', { name: 'ИНН' })
    await inn.fill('77')
    await dialog.getByLabel('КПП').focus()
    await expect(dialog.getByText('В ИНН организации 10 цифр')).toBeVisible()
    await expect(inn).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)

    await inn.pressSequentially('36207543')
    const option = page.getByRole('option', { name: /ООО «Радуга»/ })
    await expect(option).toContainText('ИНН 7736207543, КПП 770401001')
    await expectAccessible(page)
    await option.click()
    await expect(dialog.getByLabel('КПП')).toHaveValue('770401001')
    await expect(dialog.getByLabel('ОГРН')).toHaveValue('1027700229193')
    await expect(dialog.getByRole('combobox', { name: 'Юридический адрес' })).toHaveValue(firm.data.address)
    await expect(dialog.getByText('В ИНН организации 10 цифр')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText('Данные сохранены')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/\?contragent=\d+$/)
    await expect(page.getByRole('heading', { name: 'ООО «Радуга»' })).toBeVisible()
    await expect(page.getByText('Договора с этим контрагентом нет')).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Отключить' }).click()
    await expect(page.getByText('ООО «Радуга»: заказы больше не принимаем')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Включить' })).toBeVisible()
    await page.getByRole('button', { name: 'Вернуть' }).click()
    await expect(page.getByRole('button', { name: 'Отключить' })).toBeVisible()

    await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
    await expect(question).toContainText('Удалить контрагента ООО «Радуга»?')
    await question.getByRole('button', { name: 'Да' }).click()
    await expect(page.getByRole('heading', { name: 'ООО «Радуга»' })).toHaveCount(0)
    expect((await call(listContragents, {}, { send })).items.map(({ company }) => company)).not.toContain(
      'ООО «Радуга»',
    )
  },
)

test('[M.2] another organisation’s contragent is refused; without the register the form is filled by hand', async ({
  page,
}) => {
  await signInAs(page, 'owner')
  await page.route(`**${suggestParty.path}`, (route) => route.abort())
  await openOrganisation(page)
  await page.getByRole('button', { name: 'Добавить контрагента' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый контрагент' })
  await dialog.getByRole('combobox', { name: 'ИНН' }).fill('6165012344')
  await dialog.getByLabel('КПП').fill('616501001')
  await dialog.getByLabel('ОГРН').fill('1027700229193')
  await dialog.getByRole('combobox', { name: 'Краткое название' }).fill('Чужие')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('Укажите юридический адрес')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Юридический адрес' })).toBeFocused()
  await dialog.getByRole('combobox', { name: 'Юридический адрес' }).fill('г. Ростов-на-Дону, ул. Мира, д. 1')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Этот контрагент уже зарегистрирован')
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Подтвердите действие' }).getByRole('button', { name: 'Да' }).click()
  await expect(dialog).toHaveCount(0)
})

test('[C.39] requisites fixed by a contract cannot be edited, all others can', async ({ page }) => {
  await signInAs(page, 'owner')
  await openOrganisation(page)
  await page.getByRole('link', { name: /ООО «ТД Вектор»/ }).click()
  await expect(page.getByRole('heading', { name: 'ООО «ТД Вектор»' })).toBeVisible()
  await page.getByRole('button', { name: 'Изменить', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'ООО «ТД Вектор»' })
  await expect(dialog.getByRole('combobox', { name: 'ИНН' })).toBeDisabled()
  await expect(dialog.getByText('Меняет поставщик: по контрагенту есть договор')).toBeVisible()
  await dialog.getByLabel('Расчётный счёт').fill('40702810200000012346')
  await dialog.getByLabel('Должность').focus()
  await expect(dialog.getByText('Счёт не подходит к БИК')).toBeVisible()
  await dialog.getByLabel('Расчётный счёт').fill('40702810200000012345')
  await dialog.getByLabel('Должность').fill('Исполнительный директор')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Громов Павел Сергеевич, Исполнительный директор')).toBeVisible()
})

test('[P.9] [C.37] [V.17] [M.9] the owner adds, edits and deletes an address by keyboard only', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await openOrganisation(page)
  await page.getByRole('button', { name: 'Добавить адрес' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Новый адрес' })
  const field = dialog.getByRole('combobox', { name: 'Адрес' })
  await expect(field).toBeFocused()
  await page.keyboard.type('складочная')
  await expect(page.getByRole('option', { name: /Складочная, д. 1/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('г. Москва, ул. Складочная, д. 1, стр. 18')
  await expect(dialog.getByLabel('Индекс')).toHaveValue('115114')
  await page.keyboard.type(', офис 12')
  await expect(dialog.getByLabel('Индекс')).toHaveValue('')
  // The first Esc closes only the list.
  await page.keyboard.type(' мос')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await field.fill('г. Тверь, ул. Советская, д. 21')
  await page.keyboard.press('Tab')
  await page.keyboard.type('17000')
  await page.keyboard.press('Tab')
  await expect(dialog.getByText('В индексе шесть цифр')).toBeVisible()
  await page.keyboard.type('Приёмка 9–18')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const address = (await call(listAddresses, {}, { send })).items.find(({ full_address }) =>
    full_address.startsWith('г. Тверь'),
  )
  expect(address).toMatchObject({ postindex: '170000', comment: 'Приёмка 9–18', is_main: false })

  await page.getByRole('button', { name: /Изменить адрес: г. Тверь/ }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Адрес доставки' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Удалить адрес: г. Тверь/ }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Подтвердите действие' })).toContainText('Удалить адрес?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('г. Тверь, ул. Советская')).toHaveCount(0)
})

test(
  '[P.9] [C.48] [C.49] [C.50] [M.9] the owner adds a consignee with the scan of a power of attorney, and deletes it',
  { tag: '@phone' },
  async ({ page }) => {
    await signInAs(page, 'owner')
    await openOrganisation(page)
    await expect(page.getByText(/Доверенность №\s38 истекла/)).toBeVisible()
    await expect(page.getByText(/Доверенность №\s45 действует до/)).toBeVisible()
    await page.getByRole('button', { name: 'Добавить получателя' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новый грузополучатель' })
    const name = dialog.getByRole('combobox', { name: 'Фамилия, имя, отчество' })
    await name.fill('Орлова')
    await dialog.getByLabel('Телефон').fill('8 916')
    await dialog.getByLabel('Номер').focus()
    await expect(dialog.getByText('Укажите имя')).toBeVisible()
    await expect(dialog.getByText('Не хватает семи цифр')).toBeVisible()
    await name.fill('Орлова Татья')
    await page.getByRole('option', { name: 'Орлова Татьяна' }).click()
    await dialog.getByLabel('Телефон').fill('8 916 204 71 34')
    await dialog.getByLabel('Номер').fill('52')
    await dialog.getByLabel('Действует до').fill(formatDay(addDays(dayOf(new Date()), 40)))
    await page.keyboard.press('Tab')
    const file = dialog.getByLabel('Файл доверенности')
    await file.setInputFiles({ name: 'скан.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
    await expect(dialog.getByRole('alert')).toHaveText('Подойдёт PDF, JPG или PNG')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(dialog.getByRole('button', { name: 'Заменить файл' })).toBeFocused()
    await file.setInputFiles({ name: 'скан.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 scan') })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Орлова Татьяна')).toBeVisible()
    await expect(page.getByText('+7 (916) 204-71-34')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /№\s52/ }).click()
    expect((await download).suggestedFilename()).toBe('скан.pdf')

    await page.getByRole('button', { name: 'Удалить получателя: Орлова Татьяна' }).click()
    const question = page.getByRole('dialog', { name: 'Подтвердите действие' })
    await expect(question).toContainText('Удалить грузополучателя?')
    await question.getByRole('button', { name: 'Да' }).click()
    await expect(page.getByText('Орлова Татьяна')).toHaveCount(0)
  },
)

test(
  '[C.37] [C.48] [R.3] a new address and a new consignee can be added at checkout and are selected',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'manager')
    await fillBasket(send, await findGoods(send, 1))
    await page.goto('/cart')
    const checkout = page.getByRole('region', { name: 'Оформление заказа' })
    await checkout.getByRole('radio', { name: /Наш транспорт/i }).check()
    await checkout.getByRole('button', { name: 'Новый адрес' }).click()
    const address = page.getByRole('dialog', { name: 'Новый адрес' })
    await expect(address.getByRole('checkbox')).toHaveCount(0)
    await address.getByRole('combobox', { name: 'Адрес' }).fill('г. Химки, ул. Лесная, д. 5')
    await expectAccessible(page)
    await address.getByRole('button', { name: 'Сохранить' }).click()
    await expect(address).toHaveCount(0)
    await expect(checkout.getByLabel('Адрес', { exact: true }).locator('option:checked')).toHaveText(
      'г. Химки, ул. Лесная, д. 5',
    )

    await checkout.getByRole('button', { name: 'Новый грузополучатель' }).click()
    const consignee = page.getByRole('dialog', { name: 'Новый грузополучатель' })
    await consignee.getByRole('combobox', { name: 'Фамилия, имя, отчество' }).fill('Лосев Глеб Львович')
    await consignee.getByRole('button', { name: 'Сохранить' }).click()
    await expect(checkout.getByLabel('Грузополучатель', { exact: true }).locator('option:checked')).toHaveText(
      'Лосев Глеб Львович',
    )
    if (!isPhone()) await expectAccessible(page)
    await removeAdded(page)
  },
)

test('a consignee whose power of attorney has ended is saved at checkout but not chosen', async ({ page }) => {
  const send = await signInAs(page, 'owner')
  await fillBasket(send, await findGoods(send, 1))
  await page.goto('/cart')
  const checkout = page.getByRole('region', { name: 'Оформление заказа' })
  await checkout.getByRole('button', { name: 'Новый грузополучатель' }).click()
  const dialog = page.getByRole('dialog', { name: 'Новый грузополучатель' })
  await dialog.getByRole('combobox', { name: 'Фамилия, имя, отчество' }).fill('Лосев Глеб Львович')
  await dialog.getByLabel('Действует до').fill(formatDay(addDays(dayOf(new Date()), -1)))
  await dialog.getByLabel('Комментарий').focus()
  await expect(dialog.getByText('Истекла: в заказе не выбрать')).toBeVisible()
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Получатель сохранён, но не выбран')).toBeVisible()
  await expect(checkout.getByLabel('Грузополучатель', { exact: true }).locator('option:checked')).not.toHaveText(
    /Лосев/,
  )
  await removeAdded(page)
})

test('[R.6] a manager opening the organisation page sees whom to ask', async ({ page }) => {
  await signInAs(page, 'manager')
  await page.goto('/organisation')
  await expect(page.getByRole('heading', { name: 'Организация вам недоступна' })).toBeVisible()
})

/** Deletes what a test has added to the organisation. */
async function removeAdded(page: Page): Promise<void> {
  const send = await signInAs(page, 'owner')
  for (const { id, full_address } of (await call(listAddresses, {}, { send })).items)
    if (full_address.startsWith('г. Химки')) await call(deleteAddress, { id }, { send })
  for (const { id, surname } of (await call(listConsignees, {}, { send })).items)
    if (surname === 'Лосев') await call(deleteConsignee, { id }, { send })
}
