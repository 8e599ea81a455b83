import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { signIn } from '#shared/api/account/access.ts'
import { clearBasket, processBasket } from '#shared/api/basket.ts'
import { filter, type FilterInput, type ProductRow } from '#shared/api/catalogue.ts'
import { initData, setContract } from '#shared/api/contracts.ts'
import { events } from '#shared/api/events.ts'
import { call, type Send } from '#web/api/client.ts'
import { sendThrough } from './send.ts'

/** A call mocked by a test may still be in progress at its end, which is not a failure. */
export const test = base.extend<{ endOfCalls: void }>({
  endOfCalls: [
    async ({ page, context, browser }, use) => {
      await use()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      // Windows of other accounts opened by a test would receive the events of the next test.
      for (const other of browser.contexts()) if (other !== context) await other.close()
    },
    { auto: true },
  ],
})

/** The demo sign-ins of the README. */
export const accounts = {
  owner: { login: 'owner@demo.example', password: 'demo-owner-2026' },
  manager: { login: 'manager@demo.example', password: 'demo-manager-2026' },
  accountant: { login: 'accountant@demo.example', password: 'demo-accountant-2026' },
  receiver: { login: 'receiver@demo.example', password: 'demo-receiver-2026' },
  admin: { login: 'admin@demo.example', password: 'demo-admin-2026' },
} as const
export type Who = keyof typeof accounts

/** The demo owner's contracts: prepaid with exact stock, deferred, and one that takes no orders. */
export const contracts = { main: '114-О', deferred: '77-Д', stopped: '31-С' } as const

export const isPhone = (): boolean => test.info().project.name === 'phone'

/** Calls of the same browser that bypass the screens, to prepare a test. */
export function sendInContext(context: BrowserContext): Send {
  return sendThrough(context.request, test.info().project.use.baseURL ?? '')
}

/** Signed in, with the main contract chosen, all warehouses, and nothing in its basket. */
export async function signInAs(page: Page, who: Who): Promise<Send> {
  const send = sendInContext(page.context())
  await call(signIn, accounts[who], { send })
  if (who === 'owner' || who === 'manager') await startWithEmptyBasket(send)
  return send
}

/** For tests that wait for an idle network: the request of an event stream never ends. */
export async function withoutEventStream(page: Page): Promise<void> {
  await page.route(`**${events.path}`, (route) => route.abort())
}

export async function startWithEmptyBasket(send: Send, number: string = contracts.main): Promise<number> {
  const list = (await call(initData, {}, { send })).contracts
  const id = list.find((contract) => contract.number === number)?.id ?? 0
  await call(setContract, { id }, { send })
  await call(filter, { warehouse: 0 }, { send })
  await call(clearBasket, {}, { send })
  return id
}

/** Goods that can be ordered from a row: in stock, without variants. */
export async function findGoods(send: Send, count: number, input: FilterInput = {}): Promise<ProductRow[]> {
  const { products } = await call(filter, { available: 1, perpage: 100, ...input }, { send })
  const goods = products.filter((row) => row.variants_count === 0 && row.available_for_order >= row.step * 5)
  expect(goods.length, 'goods for the test').toBeGreaterThanOrEqual(count)
  return goods.slice(0, count)
}

export async function fillBasket(send: Send, goods: readonly ProductRow[], steps = 2): Promise<void> {
  for (const { id, step } of goods) await call(processBasket, { id, qnt: step * steps }, { send })
}

/** Rules of every screen and open dialog: no violation of WCAG 2.0-2.2 A and AA, no horizontal scroll. */
export async function expectAccessible(page: Page): Promise<void> {
  const first = await failures(page)
  // A message that started to fade in during the check has its final colours a moment later.
  const left = first.length === 0 ? first : await failures(page)
  expect(left.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    'sideways scroll',
  ).toBeLessThanOrEqual(0)
  expect(await page.evaluate(stretched), 'blank space below the screen').toBeLessThanOrEqual(0)
}

/** By how much the document is longer than the window where the page scrolls inside of `main`. */
function stretched(): number {
  const main = document.querySelector('main')
  const scrollsInside = main !== null && getComputedStyle(main).overflowY === 'auto'
  return scrollsInside ? document.documentElement.scrollHeight - innerHeight : 0
}

async function failures(page: Page): Promise<Violations> {
  await animationsDone(page)
  const { violations } = await axe(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  return withoutCovered(page, violations)
}

/** A page compiles the minified script in half the time. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * One pass without frames, which the portal does not use, and without listing passed rules (a quarter of the time).
 */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] })
}

/** Waits for animations: fading elements do not have their final colours. */
async function animationsDone(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getTiming().iterations !== Infinity)
        .map((each) => each.finished),
    ),
  )
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

/** A target partly covered by a bar at the screen's edge is only small until scrolled into view. */
async function withoutCovered(page: Page, violations: Violations): Promise<Violations> {
  const left: Violations = []
  for (const violation of violations) {
    if (violation.id !== 'target-size') left.push(violation)
    else
      for (const node of violation.nodes)
        if (await isSmall(page, String(node.target[0]))) left.push({ ...violation, nodes: [node] })
  }
  return left
}

async function isSmall(page: Page, target: string): Promise<boolean> {
  await page.locator(target).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  return (await axe(page).include(target).withRules(['target-size']).analyze()).violations.length > 0
}

export function quantityFields(page: Page) {
  return page.locator('input[data-quantity]')
}

/** Chooses a contract or a warehouse in the header, or on a phone in the menu. */
export async function chooseInHeader(page: Page, label: 'Договор' | 'Склад', option: string): Promise<void> {
  if (isPhone()) await page.getByRole('button', { name: 'Меню' }).click()
  const select = page.locator('label', { hasText: label }).locator('select:visible').first()
  const value = await select.locator('option').filter({ hasText: option }).getAttribute('value')
  await select.selectOption(value)
  if (isPhone()) await page.keyboard.press('Escape')
}
