import { expect, type Page } from '@playwright/test'
import { captchaInWords } from '#shared/api/account/registration.ts'
import { isInn } from '#shared/rules/parties/inn.ts'
import { numbersBelowTwenty } from '#shared/rules/words/numbers.ts'
import { letterTo } from './database.ts'
import { expectAccessible, signInAs, test } from './support.ts'

const password = 'девять синих тракторов'

/** Data of a company that no other test registers; its ИНН has valid check digits. */
function newFirm() {
  const start = String(500_000_000 + (Date.now() % 99_999_999))
  const inn = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).find(isInn) ?? ''
  return { inn, company: `ООО «Заря ${inn}»`, email: `owner-${inn}@zarya.example` }
}

/** The question of the captcha in words. */
const question = (page: Page) => page.getByText(/^(Сколько будет|Каким по счёту)/)

const numbers = numbersBelowTwenty.map((name, number): [string, number] => [name, number])
const tens: [string, number][] = [
  ['двадцать', 20],
  ['тридцать', 30],
  ['сорок', 40],
  ['пятьдесят', 50],
]
const numberOf = (words: string) =>
  words.split(' ').reduce((sum, word) => sum + (new Map([...numbers, ...tens]).get(word) ?? 0), 0)

/** Answers the captcha in words: a sum, a difference, or the place of a word. */
async function answerQuestion(page: Page): Promise<string> {
  const text = (await question(page).textContent()) ?? ''
  const [, one = '', sign, other = ''] = /^Сколько будет (.+) (плюс|минус) (.+)\?$/.exec(text) ?? []
  if (sign !== undefined) return String(numberOf(one) + (sign === 'плюс' ? 1 : -1) * numberOf(other))
  const [, word = '', row = ''] = /«(.+)»: (.+)\?/.exec(text) ?? []
  return String(row.split(', ').indexOf(word) + 1)
}

async function fillFirm(page: Page, { inn, company, email }: ReturnType<typeof newFirm>): Promise<void> {
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const suggested = (name: string) => dialog.getByRole('combobox', { name, exact: true })
  await suggested('ИНН').fill(inn)
  await field('КПП').fill('773601001')
  await field('ОГРН').fill('1027700132195')
  await suggested('Краткое название').fill(company)
  await field('Полное название').fill(`Общество с ограниченной ответственностью «Заря ${inn}»`)
  await suggested('Юридический адрес').fill('115114, Москва, ул. Летниковская, д. 10')
  await suggested('Руководитель').fill('Соколова Ирина Викторовна')
  await field('Должность').fill('Генеральный директор')
  await field('Контактное лицо').fill('Ирина Соколова')
  await field('Телефон').fill('8 495 730 15 20')
  await field('Почта, она же логин').fill(email)
  await dialog.getByLabel('Пароль').fill(password)
}

/** Delays the next call to an address until it is released. */
async function delayNext(page: Page, path: string): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(
    `**${path}`,
    async (route) => {
      await released.promise
      await route.continue()
    },
    { times: 1 },
  )
  return released.resolve
}

/** Opens the request of a company: beside the queue, on a phone on its own page. */
async function openRequest(page: Page, company: string): Promise<void> {
  await page.goto('/admin/registrations?scope=all')
  await page.getByLabel('Название, ИНН, почта или номер').fill(company)
  await page.getByLabel('Название, ИНН, почта или номер').press('Enter')
  await page.getByRole('link', { name: company }).first().click()
  await expect(page.getByRole('button', { name: /^Одобрить/ })).toBeVisible()
}

test('an error shown on leaving a field does not move the pressed button away', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Регистрация' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Регистрация организации/ })
  await expect(dialog.getByRole('combobox', { name: 'ИНН' })).toBeFocused()
  await dialog.getByRole('button', { name: /Ответить на вопрос/ }).click()
  await expect(question(page)).toBeVisible()
  await expect(dialog.getByText('Укажите ИНН')).toBeVisible()
})

test(
  '[C.52] [M.7] [E.16] [R.5] [T.10] a firm registers, staff approve it, and its owner signs in',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    const firm = newFirm()
    await page.goto('/')
    await page.getByRole('button', { name: 'Регистрация' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Регистрация организации/ })
    await expect(dialog.getByRole('combobox', { name: 'ИНН' })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.mouse.click(3, 3)
    await expect(dialog).toBeVisible()

    await dialog.getByRole('combobox', { name: 'ИНН' }).fill('7707083894')
    await dialog.getByRole('combobox', { name: 'ИНН' }).press('Tab')
    await expect(dialog.getByRole('alert').first()).toContainText('ИНН')
    await expectAccessible(page)
    await dialog.getByLabel('Пароль').fill('Gfhjkm2026!')
    await dialog.getByLabel('Пароль').press('Tab')
    await expect(dialog.getByRole('alert').filter({ hasText: 'подбирают в первую очередь' })).toBeVisible()
    await fillFirm(page, firm)
    await dialog.getByLabel('Пароль').press('Tab')
    await expect(dialog.getByText('Свободна')).toBeVisible()

    await dialog.getByRole('button', { name: /Ответить на вопрос/ }).press('Enter')
    await expect(question(page)).toBeVisible()
    await dialog.getByLabel('Ответ цифрами').fill('0')
    await dialog.getByRole('checkbox', { name: /согласие на обработку/ }).check()
    await dialog.getByRole('checkbox', { name: /условия оферты/ }).check()
    const asked = await question(page).textContent()
    const release = await delayNext(page, '/registration/')
    const submit = dialog.getByRole('button', { name: 'Отправить заявку' })
    await submit.press('Enter')
    await expect(submit).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(dialog.getByText('Ответ неверный: ответьте на новый вопрос')).toBeVisible()
    const rejection = dialog.getByRole('alert').filter({ hasText: 'Проверьте введённые данные' })
    await expect(rejection).toBeVisible()
    await expect(rejection).toBeHidden({ timeout: 4000 })
    // Each attempt uses up its captcha.
    await expect(question(page)).not.toHaveText(asked ?? '')
    // The refusal of the question is not shown at the picture.
    await dialog.getByRole('button', { name: 'Показать картинку' }).press('Enter')
    await expect(dialog.getByText('Ответ неверный: ответьте на новый вопрос')).toHaveCount(0)
    await dialog.getByRole('button', { name: /Ответить на вопрос/ }).press('Enter')
    await expect(question(page)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Ответ цифрами').fill(await answerQuestion(page))
    await dialog.getByLabel('Ответ цифрами').press('Enter')
    const confirmation = page.getByRole('dialog', { name: 'Заявка отправлена' })
    await expect(confirmation.getByRole('status')).toHaveText(
      'Поздравляем! Вы зарегистрированы. После обработки данных администратором, вам будет открыт доступ в ' +
        'личный кабинет.',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Вернуться ко входу' }).press('Enter')

    const enter = page.getByRole('form', { name: 'Вход' })
    await enter.getByLabel('Электронная почта').fill(firm.email)
    await enter.getByLabel('Пароль').fill(password)
    await enter.getByLabel('Пароль').press('Enter')
    await expect(enter.getByRole('alert')).toContainText('Ваша заявка ещё не рассмотрена')

    const staff = await browser.newPage({ baseURL })
    await signInAs(staff, 'admin')
    await openRequest(staff, firm.company)
    await expectAccessible(staff)
    // By its name: imports of other tests add price types without prices.
    await staff.getByLabel('Тип цен').selectOption({ label: 'Оптовая' })
    await staff.getByLabel('Договор №').fill(`З-${firm.inn}`)
    const warehouses = staff.getByLabel('Склады, по порядку')
    if ((await warehouses.locator('option').count()) > 1) await warehouses.selectOption({ index: 1 })
    await staff.getByRole('button', { name: /^Одобрить/ }).click()
    await expect(staff.getByText('Доступ открыт.')).toBeVisible()
    await expectAccessible(staff)

    await enter.getByLabel('Пароль').press('Enter')
    await expect(page.getByRole('button', { name: 'Профиль' })).toBeVisible()
    await page.goto('/catalog')
    await expect(page.getByRole('main').getByText('₽').filter({ visible: true }).first()).toBeVisible()
  },
)

test(
  '[C.52] [E.16] the captcha is answered unseen: its question is read with the field, a new one announced',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/registration')
    const dialog = page.getByRole('dialog')
    const picture = dialog.getByRole('img', { name: 'Картинка с пятью цифрами' })
    const announced = dialog.locator('[aria-live=polite]:has(> img, > p)')
    await picture.waitFor()
    await dialog.getByRole('button', { name: 'Другая картинка' }).press('Enter')
    await expect(announced).toHaveText('Новая картинка, № 2')

    const reply = () => page.waitForResponse((response) => new URL(response.url()).pathname === captchaInWords.path)
    let asked = reply()
    await dialog.getByRole('button', { name: 'Не видно? Ответить на вопрос' }).press('Enter')
    const answer = dialog.getByRole('textbox', { name: 'Ответ цифрами' })
    const first = captchaInWords.reply.parse(await (await asked).json())
    await expect(announced).toHaveText(first.question)
    await expect(answer).toHaveAccessibleDescription(first.question)
    await expectAccessible(page)

    // From the field the next Tab is the button for another question.
    await answer.focus()
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Другой вопрос' })).toBeFocused()
    asked = reply()
    await page.keyboard.press('Enter')
    const next = captchaInWords.reply.parse(await (await asked).json())
    await expect(announced).toHaveText(next.question)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(picture).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Цифры с картинки' })).toBeVisible()
  },
)

test(
  '[C.54] on a phone suggestions open below their field, and the form keeps its width',
  { tag: '@only-phone' },
  async ({ page }) => {
    await page.goto('/registration')
    const field = page.getByRole('dialog').getByRole('combobox', { name: 'Юридический адрес' })
    await field.pressSequentially('москва')
    const list = page.getByRole('listbox', { name: 'Юридический адрес: подсказки' })
    await expect(list).toBeVisible()
    const [around, below] = [await field.boundingBox(), await list.boundingBox()]
    expect(below?.x).toBeCloseTo(around?.x ?? 0, -1)
    expect(below?.width).toBeCloseTo(around?.width ?? 0, -1)
    expect(await page.evaluate(() => window.innerWidth)).toBe(360)
    await list.getByRole('option').first().click()
    await expect(field).toHaveValue(/Москва/)
    await expect(list).toBeHidden()
  },
)

test('what was typed is kept in the tab, except the password, captcha and consents', async ({ page }) => {
  const firm = newFirm()
  await page.goto('/registration')
  await fillFirm(page, firm)
  await page.getByRole('checkbox', { name: /условия оферты/ }).check()
  await page.reload()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'ИНН' })).toHaveValue(firm.inn)
  await expect(dialog.getByLabel('Пароль')).toHaveValue('')
  await expect(dialog.getByRole('checkbox', { name: /условия оферты/ })).not.toBeChecked()
  await page.getByRole('button', { name: 'Вернуться ко входу' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
})

test(
  '[C.52] staff ask for data by mail, and the applicant corrects the request by its link',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    const firm = newFirm()
    await page.goto('/registration/')
    await fillFirm(page, firm)
    await page.getByRole('button', { name: /Ответить на вопрос/ }).click()
    await expect(question(page)).toBeVisible()
    await page.getByLabel('Ответ цифрами').fill(await answerQuestion(page))
    await page.getByRole('checkbox', { name: /согласие на обработку/ }).check()
    await page.getByRole('checkbox', { name: /условия оферты/ }).check()
    await page.getByRole('button', { name: 'Отправить заявку' }).click()
    await expect(page.getByRole('dialog', { name: 'Заявка отправлена' })).toContainText('Поздравляем!')

    const staff = await browser.newPage({ baseURL })
    await signInAs(staff, 'admin')
    await openRequest(staff, firm.company)
    await staff.getByRole('button', { name: /^Запросить данные/ }).click()
    const ask = staff.getByRole('dialog')
    await ask.getByRole('textbox').first().fill('Уточните должность руководителя')
    await ask.getByRole('button', { name: /Отправить|Запросить/ }).click()
    await expect(ask).toHaveCount(0)

    const { link } = await letterTo(firm.email, 'Заявка З-')
    await page.goto(link)
    const form = page.getByRole('form', { name: /^Заявка З-/ })
    await expect(form).toContainText('Уточните должность руководителя')
    await expectAccessible(page)
    await form.getByRole('textbox', { name: 'Должность' }).fill('Директор')
    await form.getByRole('button', { name: 'Отправить ответ' }).click()
    await expect(page.getByRole('heading', { name: 'Ответ отправлен' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Вопрос закрыт' })).toBeVisible()
    await expectAccessible(page)

    await openRequest(staff, firm.company)
    await expect(staff.getByRole('main').getByText('Директор').filter({ visible: true }).first()).toBeVisible()
  },
)
