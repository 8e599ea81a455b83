import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchangeAddress, feedsAddress } from '#shared/api/administration/feeds.ts'
import { orderStates, orderStateSequence } from '#shared/rules/order-states.ts'
import { settingNames } from '#server/doors/administration/audit/names.ts'
import { feeds } from '#server/doors/exchange/feeds/feeds.ts'
import { stateOfStatus } from '#server/doors/exchange/orders/state-of-status.ts'
import { sessionHours } from '#server/doors/exchange/receive/checkauth.ts'
import type { TestApp } from './support/app.ts'
import { client1c } from './support/client-1c.ts'
import { account, startExchangeApp } from './support/exchange.ts'

let portal: TestApp
let text: string
beforeAll(async () => {
  portal = await startExchangeApp()
  text = await readFile(new URL('../docs/1c.md', import.meta.url), 'utf8')
})
afterAll(() => portal.close())

test('docs/1c.md: the answers in its schemes are those of the portal', async () => {
  const client = client1c(portal.origin, account)
  const [word, cookie] = (await client.checkauth()).split('\n')
  expect(text).toContain(`${word}, ${cookie}, cookie`)
  expect(text).toContain((await client.init()).split('\n').join(', '))
  expect(text).toContain(`portal ${exchangeAddress}`)
  expect(text).toContain(`${feedsAddress}/{name}`)
  expect(text).toContain(`older than ${sessionHours} hours`)
})

test('docs/1c.md: every feed, setting and state it names exists, and no feed is missing', () => {
  const section = text.slice(text.indexOf('## 5.'), text.indexOf('## 6.'))
  const named = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) => cell.match(/[a-z-]+/g) ?? [])
  expect(named.toSorted()).toEqual(Object.keys(feeds).toSorted())
  for (const [, setting = ''] of text.matchAll(/`(exchange\.[a-zA-Z.]+)`/g))
    expect(settingNames).toHaveProperty([setting])
  const rows = [...text.matchAll(/^\| (\d+) ([А-Яа-яё ]+) \| ([^|]+) \|$/gm)]
  expect(rows).toHaveLength(7)
  for (const [, id, name, statuses = ''] of rows) {
    const state = orderStateSequence.find((known) => known === Number(id))
    expect(state && orderStates[state].name).toBe(name)
    for (const status of statuses.split(', ')) expect(stateOfStatus(status), status).toBe(state)
  }
})

test('docs/1c.md: the refusals it explains are those that 1C reads', async () => {
  const client = client1c(portal.origin, account)
  expect(await client.ask({ mode: 'init' })).toContain(firstCells()[0])
  await client.checkauth()
  await client.complete()
  expect(await client.ask({ mode: 'init' })).toContain(firstCells()[1])
})

/** What 1C says, by the table of the last section. */
function firstCells(): string[] {
  const section = text.slice(text.indexOf('## 6.'))
  return Array.from(section.matchAll(/^\| ([^|]+) \| /gm), ([, cell = '']) => cell.trim()).slice(1)
}
