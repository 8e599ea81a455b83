import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { truncateTables } from '#tests/support/truncate.ts'
import { exchangeSessions } from '#server/platform/db/schema/exchange.ts'
import { accounts } from '#server/platform/db/schema/access.ts'
import { personalManagers } from '#server/platform/db/schema/organisations.ts'
import { whoAmI } from '#shared/api/account/access.ts'
import { call } from '#web/api/client.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { emptyAuditLog } from '#tests/support/audited/audit.ts'
import { addAccount, addOrganisation, signedIn } from '#tests/support/fixtures.ts'
import { runStaff } from './cli.ts'

/** Commands that change an account: sessions end at once, changes are audited, and one administrator always remains. */
const password = 'long enough secret'
let portal: TestApp

beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await truncateTables(portal.pool, ['organisations', 'accounts', 'personal_managers'])
  await emptyAuditLog(portal.pool)
})

async function staff(...line: string[]) {
  const output: string[] = []
  const stderr: string[] = []
  const code = await runStaff(
    line,
    { DATABASE_URL: portal.url },
    { print: (text) => output.push(text), printError: (text) => stderr.push(text) },
  )
  return { code, stdout: output.join('\n'), stderr: stderr.join('\n') }
}

const person = (role: 'admin' | 'sales' | 'content' | 'exchange', login: string) =>
  addAccount(portal.db, { role, login, password })
const enter = (login: string) => portal.visitor().signIn(login, password)
const auditedChanges = async () => (await staff('audit')).stdout

describe('disable and enable', () => {
  test('a disabled buyer loses all sessions at once and cannot sign in until enabled again', async () => {
    const { organisationId } = await addOrganisation(portal.db, 'ООО «Покупатель»')
    const id = await addAccount(portal.db, { role: 'owner', organisationId, login: 'boss@buyer.example', password })
    const browser = await signedIn(portal, id)
    expect(await staff('disable', 'Boss@buyer.example')).toMatchObject({
      code: 0,
      stdout: 'Вход закрыт, сеансы закрыты: boss@buyer.example',
    })
    await expect.poll(async () => (await call(whoAmI, {}, browser)).me, { timeout: 700 }).toBeNull()
    await expect(enter('boss@buyer.example')).rejects.toMatchObject({ code: 'accountDisabled' })
    expect(await auditedChanges()).toMatch(/командная строка: Вход закрыт – учётная запись \d+ \(boss@buyer\.example\)/)

    expect(await staff('enable', 'boss@buyer.example')).toMatchObject({
      code: 0,
      stdout: 'Вход открыт: boss@buyer.example',
    })
    expect((await call(whoAmI, {}, browser)).me).toBeNull()
    await expect(enter('boss@buyer.example')).resolves.toBeDefined()
    expect(await auditedChanges()).toMatch(/командная строка: Вход открыт .*\n +Вход открыт: нет → да/)
  })

  test('a repeated command is applied and audited once; an unknown or missing login is refused', async () => {
    await person('sales', 'sales@opt.example')
    for (let time = 1; time <= 2; time += 1) expect((await staff('disable', 'sales@opt.example')).code).toBe(0)
    expect((await auditedChanges()).match(/Вход закрыт/g)).toHaveLength(1)
    expect(await staff('disable', 'nobody@opt.example')).toMatchObject({
      code: 1,
      stderr: 'Учётной записи nobody@opt.example нет',
    })
    for (const [line, complaint] of [
      [['disable'], 'Укажите ЛОГИН'],
      [['enable', 'a@opt.example', 'b@opt.example'], 'Лишнее слово: b@opt.example'],
      [['disable', '--login', 'a@opt.example'], 'Неизвестный параметр --login'],
    ] as const)
      expect(await staff(...line)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(new RegExp(`^${complaint}\n`)) as string,
      })
  })

  test("1C's open session closes with its account", async () => {
    const accountId = await person('exchange', '1c@opt.example')
    await portal.db.insert(exchangeSessions).values({ accountId, type: 'catalog', tokenHash: Buffer.from('open') })
    expect((await staff('disable', '1c@opt.example')).code).toBe(0)
    expect(await portal.db.select({ tokenHash: exchangeSessions.tokenHash }).from(exchangeSessions)).toEqual([
      { tokenHash: null },
    ])
  })
})

describe('the last administrator who can sign in', () => {
  const refusal =
    'first@opt.example – единственный действующий администратор. Сначала добавьте другого: ' +
    'add --login ЛОГИН --role admin'

  test('cannot be disabled or given another role; disabled administrators do not count', async () => {
    await person('admin', 'first@opt.example')
    await person('admin', 'second@opt.example')
    expect((await staff('disable', 'second@opt.example')).code).toBe(0)
    for (const line of [
      ['disable', 'first@opt.example'],
      ['role', 'first@opt.example', 'sales'],
    ])
      expect(await staff(...line)).toMatchObject({ code: 1, stderr: refusal })
    await expect(enter('first@opt.example')).resolves.toBeDefined()
  })

  test('remains when the last two are disabled concurrently', async () => {
    await person('admin', 'first@opt.example')
    await person('admin', 'second@opt.example')
    const both = await Promise.all([staff('disable', 'first@opt.example'), staff('disable', 'second@opt.example')])
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]))
    expect((await portal.db.select().from(accounts)).filter(({ enabled }) => enabled)).toHaveLength(1)
  })
})

test('role: changing it ends all sessions; a salesperson gets a contact card that buyers see', async () => {
  const browser = await signedIn(portal, await person('content', 'anna@opt.example'))
  expect(await staff('role', 'anna@opt.example', 'sales')).toMatchObject({
    code: 0,
    stdout: 'Роль изменена, сеансы закрыты: anna@opt.example, менеджер продаж',
  })
  await expect.poll(async () => (await call(whoAmI, {}, browser)).me, { timeout: 700 }).toBeNull()
  const [account] = await portal.db.select().from(accounts)
  const cards = await portal.db.select().from(personalManagers)
  expect(cards).toMatchObject([{ id: account?.personalManagerId, email: 'anna@opt.example' }])
  expect(await auditedChanges()).toContain('      Роль: контент-менеджер → менеджер продаж')

  expect((await staff('role', 'anna@opt.example', 'admin')).code).toBe(0)
  expect((await staff('role', 'anna@opt.example', 'sales')).code).toBe(1)
  expect(await portal.db.select().from(personalManagers)).toEqual(cards)
})

test('role: buyers and the 1C account cannot be changed, and an unknown role is named in the refusal', async () => {
  await person('exchange', '1c@opt.example')
  expect(await staff('role', '1c@opt.example', 'admin')).toMatchObject({
    code: 1,
    stderr: '1c@opt.example – не сотрудник: роль меняют только сотрудникам',
  })
  expect(await staff('role', '1c@opt.example', 'owner')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Роль «owner» неизвестна: admin, sales, content\n/) as string,
  })
})

test('login: changing it keeps the password and ends the sessions; a taken login is refused', async () => {
  await person('admin', 'other@opt.example')
  await staff('add', '--login', 'old@opt.example', '--role', 'sales', '--password', password)
  const [, renamed] = await portal.db.select().from(accounts).orderBy(accounts.id)
  const browser = await signedIn(portal, renamed?.id ?? 0)
  expect(await staff('login', 'old@opt.example', 'Other@opt.example')).toMatchObject({
    code: 1,
    stderr: 'Такой логин уже занят',
  })
  expect(await staff('login', 'old@opt.example', 'new@opt.example')).toMatchObject({
    code: 0,
    stdout: 'Логин изменён, пароль прежний, сеансы закрыты: old@opt.example → new@opt.example',
  })
  await expect.poll(async () => (await call(whoAmI, {}, browser)).me, { timeout: 700 }).toBeNull()
  await expect(enter('old@opt.example')).rejects.toMatchObject({ code: 'wrongCredentials' })
  await expect(enter('new@opt.example')).resolves.toBeDefined()
  expect(await portal.db.select({ email: personalManagers.email }).from(personalManagers)).toEqual([
    { email: 'new@opt.example' },
  ])
  expect(await auditedChanges()).toContain('      Логин: old@opt.example → new@opt.example')
})
