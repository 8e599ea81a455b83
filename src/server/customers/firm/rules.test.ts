import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { staffRegistrations } from '#shared/api/staff/registrations.ts'
import { saveSettings, staffSettings } from '#shared/api/staff/settings.ts'
import { portalRules, ruleNames, type PortalRule } from '#shared/rules/settings/portal-rules.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import { readSetting } from '#server/platform/settings.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, signedIn } from '#tests/support/fixtures.ts'
import { call, fieldErrorsOf } from '#web/api/client.ts'

let portal: TestApp
let admin: Visitor
beforeAll(async () => {
  portal = await startTestApp()
  const world = await createWorld(portal.db)
  admin = await signedIn(portal, world.adminId)
})
beforeEach(() => portal.pool.query('delete from settings'))
afterAll(() => portal.close())

const read = async () => (await call(staffSettings, {}, admin)).settings
const save = async (rules: Record<string, string | number | boolean | null>, version?: string) =>
  (await call(saveSettings, { version: version ?? (await read()).version, rules }, admin)).settings

test('every rule has the value that the portal obeys by default, within its bounds', async () => {
  const { rules } = await read()
  expect(Object.keys(rules).toSorted()).toEqual([...ruleNames].toSorted())
  const sources = globSync('src/server/**/*.ts', {
    exclude: ['**/*.test.ts', '**/firm/**', '**/platform/settings.ts', '**/audit/names.ts'],
  }).map((file) => readFileSync(file, 'utf8'))
  for (const name of ruleNames) {
    expect(
      sources.some((source) => source.includes(`'${name}'`)),
      `${name} is read by nobody`,
    ).toBe(true)
    const rule: PortalRule = portalRules[name]
    if (rule.kind === 'choice') expect(Object.keys(rule.choices)).toContain(rules[name])
    if (rule.kind === 'number') expect(rules[name]).toBeLessThanOrEqual(rule.max)
  }
})

test('rules are saved together, as typed in a form, and each change is in the journal', async () => {
  const saved = await save({ 'norms.registrationHours': ' 6 ', 'exchange.orders.zip': true, 'delivery.vat': 'none' })
  expect(saved.rules).toMatchObject({
    'norms.registrationHours': 6,
    'exchange.orders.zip': true,
    'delivery.vat': 'none',
    'norms.chatMinutes': 30,
  })
  expect(await readSetting(portal.db, 'norms.registrationHours')).toBe(6)
  const object = { type: 'setting', id: 'norms.registrationHours' } as const
  const [row] = await listAuditRows(portal.db, { object, limit: 1 })
  expect(row).toMatchObject({ action: 'setting.changed', changes: { value: { before: 4, after: 6 } } })
  expect(await call(staffRegistrations, {}, admin)).toMatchObject({ norm_hours: 6 })
})

test('wrong values are refused at their fields, and nothing of the form is saved', async () => {
  const wrong = {
    'norms.chatMinutes': 0,
    'acts.answerDays': 'скоро',
    'exchange.deactivation.mostPercent': 101,
    'stock.meaning': 'toString',
    'exchange.orders.zip': 'да',
    'exchange.rrcType': 'нет такого',
    'norms.registrationHours': 5,
  }
  const refused = await save(wrong).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 400 })
  expect(Object.keys(fieldErrorsOf(refused)).toSorted()).toEqual(
    Object.keys(wrong)
      .filter((name) => name !== 'norms.registrationHours')
      .map((name) => `rules.${name}`)
      .toSorted(),
  )
  expect((await read()).rules['norms.registrationHours']).toBe(4)
  await expect(save({ 'shop.name': 'чужая настройка' })).rejects.toMatchObject({ status: 400 })
})

test('the price type of РРЦ is one of 1C, and may be left to its name again', async () => {
  const { price_types: types } = await read()
  const code = types[0]?.code ?? ''
  expect((await save({ 'exchange.rrcType': code })).rules['exchange.rrcType']).toBe(code)
  expect((await save({ 'exchange.rrcType': null })).rules['exchange.rrcType']).toBeNull()
})

test('a stale form does not overwrite what another administrator saved; sent twice it is no conflict', async () => {
  const { version } = await read()
  await save({ 'norms.chatMinutes': 20 }, version)
  await expect(save({ 'norms.registrationHours': 8 }, version)).rejects.toMatchObject({ status: 409 })
  expect((await save({ 'norms.chatMinutes': 20 }, version)).rules['norms.chatMinutes']).toBe(20)
})
