import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { signIn } from '#shared/api/account/access.ts'
import { filter } from '#shared/api/catalogue.ts'
import { client1c, expectOk } from '#tests/support/client-1c.ts'
import {
  classifierXml,
  document,
  importXml,
  offersXml,
  offerXml,
  pricesXml,
  stocksXml,
} from '#tests/support/export-1c.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/process.ts'
import { call } from '#web/api/client.ts'
import { sendThrough } from './send.ts'
import { expectAccessible, test } from './support.ts'

// Each test starts its own portal with its own database.
test.describe.configure({ timeout: 240_000 })

let dataDir: string
let portal: ServerProcess | undefined
const start = () => startServerProcess({ DATA_DIR: dataDir, DEMO: '0' }, { readyWithinMs: 120_000 })

test.beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-first-run-'))
  chmodSync(dataDir, 0o755)
  portal = await start()
})
test.afterEach(async () => {
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function stop(): Promise<void> {
  portal?.child.kill('SIGTERM')
  await portal?.exited
}

const originOf = (): string => portal?.origin ?? ''

/** The output of the start. */
async function setupAddress(): Promise<string> {
  const printed = () => /(http:\/\/\S+\/setup)#([\w-]{43})/.exec(portal?.log() ?? '')
  await expect.poll(printed).not.toBeNull()
  return printed()?.[0] ?? ''
}

const groups = ['Дрели', 'Круги']
  .map((name) => `<Группа><Ид>group ${name}</Ид><Наименование>${name}</Наименование></Группа>`)
  .join('')
const goods = Array.from({ length: 40 }, (_, index) => ({
  id: `good-${index}`,
  name: `Круг отрезной ${100 + index} × 1,0`,
  inner: '<Группы><Ид>group Круги</Ид></Группы>',
}))
const goodsFile = importXml([...goods, { id: 'nameless', name: '' }], {
  full: true,
  classifier: classifierXml({ groups }),
})
const types = [
  ['whole', 'Оптовая'],
  ['rrc', 'РРЦ'],
]
  .map(([id, name]) => `<ТипЦены><Ид>${id}</Ид><Наименование>${name}</Наименование><Валюта>руб</Валюта></ТипЦены>`)
  .join('')
const stores = [
  ['main', 'Склад Москва'],
  ['south', 'Юг, Ростов'],
]
  .map(([id, name]) => `<Склад><Ид>${id}</Ид><Наименование>${name}</Наименование></Склад>`)
  .join('')
const offersFile = offersXml(
  goods.map(({ id }) =>
    offerXml(id, `${pricesXml({ whole: '80.50', rrc: '120' })}${stocksXml({ main: 7, south: 3 })}`),
  ),
  { head: `<ТипыЦен>${types}</ТипыЦен><Склады>${stores}</Склады>` },
)

const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })
const shown = (page: Page, label: string): Locator =>
  page.getByRole('group', { name: label, exact: true }).locator('code')
const step = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Шаги запуска' }).locator('li[aria-current=step]').filter({ hasText: name })

/** Types into the focused field, without a mouse. */
async function type(page: Page, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}

test(
  'first-run setup from the printed URL to the first buyer, by keyboard only, while 1C sends its export',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const address = await setupAddress()
    await page.goto(address)
    await expect(step(page, 'Администратор')).toBeVisible()
    await expect(field(page, 'Имя и фамилия')).toBeFocused()
    await expectAccessible(page)
    await type(page, 'Олег Старков', 'oleg@opt.example', 'короткий')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Пароль короче 10 знаков')).toBeVisible()
    await expect(field(page, 'Пароль')).toBeFocused()
    await expectAccessible(page)
    await type(page, ' лес, светлый бор 41')
    await page.keyboard.press('Enter')

    await expect(step(page, 'Ваша фирма')).toBeVisible()
    await expect(page).toHaveURL(/\/setup$/)
    await expect(field(page, 'Название')).toBeFocused()
    await expectAccessible(page)
    await type(page, 'ООО «Опт»', '', '7707 083 894')
    await page.keyboard.press('Enter')
    await expect(page.getByText('ИНН 7707083894 неверен: проверьте цифры')).toBeVisible()
    await expect(field(page, 'ИНН')).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await type(page, '3')
    await page.keyboard.press('Enter')

    await expect(step(page, 'Вход для 1С')).toBeVisible()
    await page.reload()
    await expect(step(page, 'Вход для 1С')).toBeVisible()
    await expect(page.getByText('ООО «Опт», ИНН 7707083893')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Создать вход для 1С' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(step(page, 'Первая выгрузка')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Скопировать: адрес сайта' })).toBeFocused()
    await expect(shown(page, 'Адрес сайта')).toHaveText(`${originOf()}/1c-exchange`)
    const [login, password] = [await shown(page, 'Пользователь').innerText(), await shown(page, 'Пароль').innerText()]
    await expectAccessible(page)

    await page.getByText('1С не видит сайт?').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('виден только с этого компьютера')).toBeVisible()
    await expectAccessible(page)

    // The contract can be started before 1C has sent anything; its fields say what they need.
    await field(page, 'Покупатель').focus()
    await type(page, 'ООО «Вектор»', '500100732259')
    await field(page, 'Договор №').focus()
    await type(page, '114-О', '12.01.2026')
    await field(page, 'Почта владельца').fill('gromov@vektor.example')
    await field(page, 'Почта владельца').press('Enter')
    await expect(page.getByText('Выберите тип цен')).toBeVisible()
    await expect(page.getByText('Отметьте хотя бы один склад')).toBeVisible()
    await expect(field(page, 'Тип цен')).toBeFocused()
    await expectAccessible(page)

    const client = client1c(originOf(), { login, password })
    expect(await client1c(originOf(), { login, password: 'wrong' }).checkauth()).toMatch(/^failure/)
    await expect(page.getByText('имя или пароль не подошли')).toBeVisible()
    expectOk(await client.checkauth())
    await expect(page.getByText(/^1С вошла \d\d\.\d\d/)).toBeVisible()
    await expect(page.getByText('имя или пароль не подошли')).toHaveCount(0)
    await client.init()
    expectOk(await client.send('import0_1.xml', Buffer.from(goodsFile)))
    await expect(page.getByText('import0_1.xml')).toBeVisible()
    expectOk((await client.import('import0_1.xml')).at(-1) ?? '')
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
    await expect(row('Группы')).toContainText('2')
    await expect(row('Товары')).toContainText('40')
    await expect(row('Товары')).toContainText('не принято 1')
    await expect(row('Цены')).toContainText('ждём')
    await expect(page.getByText('у товара нет наименования: 1. Остальным это не мешает.')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(row('Товары')).toContainText('40')
    await expect(field(page, 'Покупатель')).toHaveValue('ООО «Вектор»')
    expectOk(await client.send('offers0_1.xml', Buffer.from(offersFile)))
    expectOk((await client.import('offers0_1.xml')).at(-1) ?? '')
    expectOk(await client.complete())
    await expect(row('Предложения')).toContainText('40')
    await expect(row('Цены')).toContainText('80')
    await expect(row('Остатки')).toContainText('80')
    await expect(step(page, 'Первый договор')).toBeVisible({ timeout: 30_000 })

    await expect(field(page, 'Тип цен')).toHaveValue('whole')
    await expect(field(page, 'Тип РРЦ')).toHaveValue('rrc')
    await field(page, 'Склад Москва').focus()
    await page.keyboard.press('Space')
    await expect(field(page, 'Юг, Ростов')).toBeChecked()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Открыть договор' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Первый договор открыт' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Скопировать: логин владельца' })).toBeFocused()
    const owner = {
      login: await shown(page, 'Логин владельца').innerText(),
      password: await shown(page, 'Пароль владельца').innerText(),
    }
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText('Пароль владельца уже показан.')).toBeVisible()

    await page.getByRole('button', { name: 'Завершить запуск' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin$/)
    await expect(page.getByRole('heading', { name: 'Заказы' })).toBeVisible()
    expect((await page.goto(`${originOf()}/setup`))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
    await expectAccessible(page)

    const stranger = await browser.newPage()
    expect((await stranger.goto(address))?.status()).toBe(404)
    await expect(stranger.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
    const send = sendThrough(stranger.context().request, originOf())
    await call(signIn, owner, { send })
    await expect
      .poll(
        async () =>
          (await call(filter, {}, { send })).products.map(({ price, price_rrc, total_rest }) => ({
            price,
            price_rrc,
            total_rest,
          }))[0],
      )
      .toEqual({ price: 80.5, price_rrc: 120, total_rest: 3 })
    await stranger.close()
  },
)

test('a wrong setup URL is rejected, a second person sees setup is done, a failed export shows its reason', async ({
  page,
  browser,
}) => {
  const first = await setupAddress()
  await page.goto(`${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`)
  await expect(page.getByRole('heading', { name: 'Такой страницы нет' })).toBeVisible()
  await expectAccessible(page)
  await stop()
  portal = await start()
  const second = await setupAddress()
  expect(second.split('#')[1]).not.toBe(first.split('#')[1])
  await page.goto('about:blank')
  await page.goto(second)
  const late = await browser.newPage()
  await late.goto(second)
  for (const [person, name] of [
    [page, 'anna'],
    [late, 'boris'],
  ] as const) {
    await field(person, 'Имя и фамилия').fill(name)
    await field(person, 'Электронная почта').fill(`${name}@opt.example`)
    await field(person, 'Пароль').fill('дуб и зелёный чай 7')
  }
  await page.getByRole('button', { name: 'Создать и войти' }).click()
  await expect(step(page, 'Ваша фирма')).toBeVisible()
  await late.getByRole('button', { name: 'Создать и войти' }).click()
  await expect(late.getByText('Администратора уже создали, этот адрес больше не действует')).toBeVisible()
  await late.close()

  // An unfinished setup is available in the settings.
  await page.getByRole('link', { name: 'Позже, сразу на портал' }).click()
  await page.goto(`${originOf()}/admin/settings`)
  await page.getByRole('link', { name: 'Продолжить' }).click()
  await expect(step(page, 'Ваша фирма')).toBeVisible()

  await field(page, 'Название').fill('ООО «Опт»')
  await field(page, 'ИНН').fill('7707083893')
  await field(page, 'ИНН').press('Enter')
  await page.getByRole('button', { name: 'Создать вход для 1С' }).click()
  const client = client1c(originOf(), {
    login: await shown(page, 'Пользователь').innerText(),
    password: await shown(page, 'Пароль').innerText(),
  })
  expectOk(await client.checkauth())
  await client.init()
  expectOk(await client.send('import0_1.xml', Buffer.from(document('<Каталог>').slice(0, -30))))
  expect((await client.import('import0_1.xml')).at(-1)).toMatch(/^failure/)
  await client.complete()
  await expect(page.getByText('Часть файлов не принята')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('не принят', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await client.exchange({ 'import0_1.xml': goodsFile, 'offers0_1.xml': offersFile })
  await expect(step(page, 'Первый договор')).toBeVisible({ timeout: 30_000 })

  await page.reload()
  await page.getByRole('button', { name: 'Новый пароль' }).click()
  const renewed = await shown(page, 'Пароль').innerText()
  expectOk(await client1c(originOf(), { login: '1c', password: renewed }).checkauth())
})
