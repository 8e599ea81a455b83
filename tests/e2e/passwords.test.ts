import { expect } from '@playwright/test'
import { signIn } from '#shared/api/account/access.ts'
import { call } from '#web/api/client.ts'
import { addPerson, letterTo } from './database.ts'
import { expectAccessible, sendInContext, test } from './support.ts'

const old = 'тихий омут у мельницы'
const next = 'девять синих тракторов'

test(
  '[A.3] [M.4] [V.11] a forgotten password is reset by a mailed link, and the new one works',
  { tag: '@phone' },
  async ({ page }) => {
    const { login } = await addPerson(old)
    await page.goto('/')
    await page.getByRole('button', { name: 'Забыли пароль?' }).click()
    const form = page.getByRole('form', { name: 'Напоминание пароля' })
    const email = form.getByLabel('Электронная почта')
    await expect(email).toBeFocused()
    await email.press('Enter')
    await expect(form.getByRole('alert')).toHaveText('Вы ничего не ввели')
    await email.fill('nobody@vektor.example')
    await email.press('Enter')
    await expect(form.getByRole('alert')).toHaveText('В нашей базе не содержится такого E-mail')
    await expectAccessible(page)
    await email.fill(login)
    await email.press('Enter')
    await expect(form.getByRole('status')).toContainText('Письмо с вашими данными было отправлено на вашу почту')
    await expectAccessible(page)

    const { link } = await letterTo(login, 'Новый пароль')
    await page.goto(link)
    const reset = page.getByRole('form', { name: 'Новый пароль' })
    await expect(reset).toContainText(login)
    await expectAccessible(page)
    const [password, again] = [reset.getByLabel('Пароль'), reset.getByLabel('Ещё раз')]
    await password.fill('короткий')
    await again.fill(next)
    await again.press('Enter')
    await expect(reset.getByRole('alert')).toHaveText(['Пароль короче 10 знаков', 'Пароли не совпадают'])
    await again.fill('короткий')
    await again.press('Enter')
    await expect(reset.getByRole('alert')).toHaveText('Пароль короче 10 знаков')
    await password.fill('Gfhjkm2026!')
    await password.press('Tab')
    await expect(reset.getByRole('alert')).toHaveText(/подбирают в первую очередь/)
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await password.fill(next)
    await again.fill(next)
    await again.press('Enter')
    const enter = page.getByRole('form', { name: 'Вход' })
    await expect(enter.getByRole('status')).toHaveText('Пароль изменён. Войдите с новым.')
    await expect(enter.getByLabel('Электронная почта')).toHaveValue(login)
    await enter.getByLabel('Пароль').fill(next)
    await enter.getByLabel('Пароль').press('Enter')
    await expect(page.getByRole('button', { name: 'Профиль' })).toBeVisible()
    expect(new URL(page.url()).pathname).not.toContain('reset')

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Ссылка больше не действует' })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'a password can be changed in the account, and the sign-in history shows it',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const { login } = await addPerson(old)
    await call(signIn, { login, password: old }, { send: sendInContext(page.context()) })
    const other = await browser.newContext()
    await call(signIn, { login, password: old }, { send: sendInContext(other) })
    await page.goto('/account')
    // The card above has a button of this name once its facts have loaded.
    await page.getByRole('button', { name: 'Изменить' }).last().click()
    const form = page.getByRole('form', { name: 'Смена пароля' })
    await expect(form.getByLabel('Текущий пароль')).toBeFocused()
    await page.keyboard.type('не тот')
    await form.getByLabel('Новый пароль', { exact: true }).fill(next)
    await form.getByLabel('Новый пароль ещё раз').fill(next)
    await page.keyboard.press('Enter')
    await expect(form.getByRole('alert')).toHaveText('Неверный пароль')
    await expectAccessible(page)
    await form.getByLabel('Текущий пароль').fill(old)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Пароль изменён, остальные сеансы завершены')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Сеансы' }).getByRole('listitem')).toHaveCount(1)
    const history = page.getByRole('list', { name: 'История входов' }).getByRole('listitem')
    await expect(history.first()).toContainText('Пароль изменён')
    await expect(history.nth(1)).toContainText('Вход')
    await expectAccessible(page)
    const elsewhere = await other.newPage()
    await elsewhere.goto('/account')
    await expect(elsewhere.getByRole('form', { name: 'Вход' })).toBeVisible()
  },
)
