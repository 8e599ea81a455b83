import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addAccount, addContract, createWorld, type World } from '#tests/support/fixtures.ts'
import { addLedger } from '#tests/support/ledger.ts'
import { remindDebts } from './remind-debts.ts'
import { dueStep } from './reminder-days.ts'

let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await openTestDatabase()
  world = await createWorld(database.db, { contract: { payment: 'deferred', number: '114-О' } })
  const { organisationId } = world
  const others = await addContract(database.db, {
    organisationId,
    contragentId: world.contragentId,
    priceTypeId: world.priceTypeIds[0] ?? 0,
    warehouseIds: [],
  })
  // May see finances, but of another contract.
  await addAccount(database.db, { role: 'accountant', organisationId, contractIds: [others] })
})
afterAll(() => database.close())
beforeEach(() =>
  database.db.execute(sql`truncate ledger_entries, ledger_states, notifications, mails, notification_settings cascade`),
)

const at = (day: string) => new Date(`${day}T09:10:00+03:00`)
const remind = (day: string) => remindDebts(database, { now: at(day) })
type Reminder = { accountId: number; title: string; text: string; link: string }
const readReminders = async () =>
  (
    await database.db.execute<Reminder>(
      sql`select account_id as "accountId", title, text, link from notifications where kind = 'debt' order by id`,
    )
  ).rows
const titles = async () =>
  (await readReminders()).filter(({ accountId }) => accountId === world.ownerId).map(({ title }) => title)

test('debts are reminded of three days before, on, a day and a week after the due date, each step once', async () => {
  // Wednesday.
  await addLedger(database.db, world.contractId, [
    { id: 'd1', number: '4471', day: '2026-11-11', debit: 1_230_000, due: '2026-11-25' },
    { id: 'd2', number: '4472', day: '2026-11-12', debit: 770_050, due: '2026-11-25' },
  ])
  for (const day of ['19', '20', '21', '22', '23', '24', '25', '26', '27', '30']) {
    await remind(`2026-11-${day}`)
    await Promise.all([remind(`2026-11-${day}`), remind(`2026-11-${day}`)])
  }
  await remind('2026-12-01')
  await remind('2026-12-02')
  await remind('2026-12-03')
  await remind('2026-12-20')
  expect(await titles()).toEqual([
    // The 22nd is a Sunday: told on Friday.
    'Срок оплаты через 5 дней',
    'Сегодня срок оплаты',
    'Оплата просрочена на 1 день',
    'Оплата просрочена на 7 дней',
  ])
  const [before, , overdue] = (await readReminders()).filter(({ accountId }) => accountId === world.ownerId)
  expect(before?.text).toMatch(
    new RegExp(
      String.raw`^По договору № 114-О до 25\.11\.2026 нужно оплатить 20\s000,50\s₽: ` +
        String.raw`УПД 4471 от 11\.11\.2026, УПД 4472 от 12\.11\.2026\.`,
    ),
  )
  expect(overdue?.text).toMatch(/^По договору № 114-О не оплачено 20\s000,50\s₽, срок был 25\.11\.2026: /)
  expect(before?.link).toBe(`/finances?contract=${world.contractId}&view=unpaid`)
  expect(new Set((await readReminders()).map(({ accountId }) => accountId))).toEqual(
    new Set([world.ownerId, world.accountantId]),
  )
  const { rows } = await database.db.execute<{ sent: number }>(
    sql`select count(*)::int as sent from mails where subject = 'Сегодня срок оплаты' and gather_until is null`,
  )
  expect(rows[0]?.sent).toBe(2)
})

test('paid documents cause no reminder, those that 1C sends late do, and a moved due date starts again', async () => {
  await addLedger(database.db, world.contractId, [
    { id: 'd1', number: '4471', day: '2026-11-11', debit: 1_230_000, due: '2026-11-25' },
    {
      id: 'p1',
      number: '11',
      day: '2026-11-12',
      credit: 1_230_000,
      settles: [{ document: 'd1', sumKopecks: 1_230_000 }],
    },
  ])
  expect(await remind('2026-11-25')).toEqual({ reminded: 0 })
  await addLedger(database.db, world.contractId, [
    { id: 'd3', number: '4480', day: '2026-11-25', debit: 500_000, due: '2026-11-25' },
  ])
  expect(await remind('2026-11-25')).toEqual({ reminded: 1 })
  await database.db.execute(sql`update ledger_entries set due_on = '2026-11-30' where number = '4480'`)
  expect(await remind('2026-11-26')).toEqual({ reminded: 0 })
  await remind('2026-11-27')
  expect(await titles()).toEqual(['Сегодня срок оплаты', 'Срок оплаты через 3 дня'])
})

test('a reminder obeys the settings of each person', async () => {
  await database.db.execute(sql`insert into notification_settings (account_id, kind, channel, enabled)
    values (${world.ownerId}, 'debt', 'portal', false), (${world.accountantId}, 'debt', 'mail', false)`)
  await addLedger(database.db, world.contractId, [
    { id: 'd1', number: '4471', day: '2026-11-11', debit: 1_230_000, due: '2026-11-25' },
  ])
  await remind('2026-11-25')
  expect((await readReminders()).map(({ accountId }) => accountId)).toEqual([world.accountantId])
  const { rows } = await database.db.execute<{ id: number }>(sql`select account_id as id from mails`)
  expect(rows).toEqual([{ id: world.ownerId }])
})

test('reminders are sent on working days, and old ones never', () => {
  const none = new Map()
  const step = (dueOn: string, today: string, calendar: ReadonlyMap<string, boolean> = none) =>
    dueStep(dueOn, today, calendar)
  // Due on a Sunday.
  expect(step('2026-11-29', '2026-11-27')).toBe(0)
  expect(step('2026-11-29', '2026-11-29')).toBeUndefined()
  expect(step('2026-11-29', '2026-11-30')).toBe(1)
  // A day off moved by staff.
  expect(step('2026-11-25', '2026-11-25', new Map([['2026-11-25', false]]))).toBeUndefined()
  expect(step('2026-11-25', '2026-11-24', new Map([['2026-11-25', false]]))).toBe(0)
  // The holidays of January: before them and, a week overdue, after them.
  expect(step('2027-01-05', '2026-12-31')).toBe(0)
  expect(step('2027-01-01', '2027-01-11')).toBe(7)
  // Told late, but not weeks late.
  expect(step('2026-11-25', '2026-12-04')).toBe(7)
  expect(step('2026-11-25', '2026-12-10')).toBeUndefined()
  expect(step('2026-11-25', '2026-11-20')).toBe(-3)
  expect(step('2026-11-25', '2026-11-19')).toBeUndefined()
})
