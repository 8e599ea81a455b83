import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { startServerProcess, type ServerProcess } from '#tests/support/process.ts'
import { ymlFile } from '#tests/support/formats/supplier-yml.ts'
import { quantityFields, test } from './support.ts'

// A portal with an empty database of its own.
test.describe.configure({ timeout: 240_000 })

let dataDir: string
let portal: ServerProcess | undefined

test.beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-without-1c-'))
  chmodSync(dataDir, 0o755)
  portal = await startServerProcess({ DATA_DIR: dataDir, DEMO: '0' }, { readyWithinMs: 120_000 })
})
test.afterEach(async () => {
  portal?.child.kill('SIGTERM')
  await portal?.exited
  rmSync(dataDir, { recursive: true, force: true })
})

/** A person takes about 4 s for an action, and types 3 characters a second. */
const secondsPerAction = 4
const charactersPerSecond = 3
const maxMinutes = 10

const goods = Array.from({ length: 30 }, (_, index) => ({
  id: `lamp-${index}`,
  name: `Светильник потолочный ${12 + index} Вт`,
  price: `${450 + index}.50`,
  more: `<vendor>Заря</vendor><count>${20 + index}</count>`,
}))

test('a wholesaler without 1C: from the printed address to the first order of a buyer, in the browser alone', async ({
  page,
  browser,
}) => {
  const origin = portal?.origin ?? ''
  const counter = new ActionCounter()
  const address = await setupAddress()
  await page.goto(address)
  await counter.type(page.getByLabel('Имя и фамилия'), 'Олег Старков')
  await counter.type(page.getByLabel('Электронная почта'), 'oleg@opt.example')
  await counter.type(page.getByLabel('Пароль', { exact: true }), 'лес, светлый бор 41')
  await counter.press(page.getByRole('button', { name: 'Создать и войти' }))
  await counter.type(page.getByLabel('Название', { exact: true }), 'ООО «Опт»')
  await counter.type(page.getByLabel('ИНН', { exact: true }), '7707083893', 'Enter')
  await expect(page.getByRole('button', { name: 'Создать вход для 1С' })).toBeVisible()

  await counter.press(page.getByRole('link', { name: 'Позже, сразу на портал' }))
  await counter.press(page.getByRole('link', { name: 'Обмен с 1С' }))
  await counter.choose(page.getByLabel('Файл обмена'), 'прайс.xml', ymlFile(goods))
  await expect(page.getByRole('status').filter({ hasText: 'загружен:' })).toBeVisible({ timeout: 60_000 })

  await counter.press(page.getByRole('link', { name: 'Настройки' }))
  await counter.press(page.getByRole('link', { name: 'Продолжить' }))
  await expect(page.getByLabel('Тип цен', { exact: true })).toHaveValue('yml')
  await counter.type(page.getByLabel('Покупатель', { exact: true }), 'ООО «Вектор»')
  await counter.type(page.getByLabel('ИНН', { exact: true }), '500100732259')
  await counter.type(page.getByLabel('Договор №', { exact: true }), '114-О')
  await counter.type(page.getByLabel('Почта владельца', { exact: true }), 'gromov@vektor.example')
  await counter.press(page.getByRole('button', { name: 'Открыть договор' }))
  await expect(page.getByRole('heading', { name: 'Первый договор открыт' })).toBeVisible()
  const shown = (label: string) => page.getByRole('group', { name: label, exact: true }).locator('code')
  const [login, password] = [await shown('Логин владельца').innerText(), await shown('Пароль владельца').innerText()]

  const buyer = await (await browser.newContext()).newPage()
  await buyer.goto(`${origin}/catalog`)
  await counter.type(buyer.getByLabel('Электронная почта'), login)
  await counter.type(buyer.getByLabel('Пароль', { exact: true }), password)
  await counter.press(buyer.getByRole('button', { name: 'Войти' }))
  await expect(quantityFields(buyer)).toHaveCount(20)
  await counter.type(quantityFields(buyer).first(), '3', 'Enter')
  const bar = buyer.getByLabel('Корзина', { exact: true })
  await expect(bar).toContainText('1 строка')
  await counter.press(bar.getByRole('link', { name: 'Корзина' }))
  await counter.press(buyer.getByLabel('Самовывоз'))
  await counter.press(buyer.getByRole('button', { name: 'Оформить заказ' }))
  await expect(buyer).toHaveURL(/\/orders\/\d+$/)
  const number = (await buyer.getByRole('heading', { name: /^Заказ / }).innerText()).replace('Заказ ', '').trim()

  await page.goto(`${origin}/admin`)
  await expect(page.getByText(number).first()).toBeVisible()
  test.info().annotations.push({ type: 'first order', description: counter.describe() })
  expect(counter.minutes()).toBeLessThan(maxMinutes)
  await buyer.context().close()
})

async function setupAddress(): Promise<string> {
  const printed = () => /(http:\/\/\S+\/setup)#([\w-]{43})/.exec(portal?.log() ?? '')?.[0]
  await expect.poll(printed).toBeDefined()
  return printed() ?? ''
}

/** Acts on a page, and counts what a person would have done. */
class ActionCounter {
  #actions = 0
  #characters = 0

  async press(target: Locator): Promise<void> {
    this.#actions += 1
    await target.click()
  }

  async type(field: Locator, text: string, key?: string): Promise<void> {
    this.#actions += key === undefined ? 1 : 2
    this.#characters += text.length
    await field.fill(text)
    if (key !== undefined) await field.press(key)
  }

  async choose(field: Locator, name: string, content: string): Promise<void> {
    this.#actions += 3
    await field.setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) })
  }

  minutes(): number {
    return (this.#actions * secondsPerAction + this.#characters / charactersPerSecond) / 60
  }

  describe(): string {
    return `${this.#actions} actions, ${this.#characters} characters: ${this.minutes().toFixed(1)} minutes`
  }
}
