import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/drafts.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { addToBasket } from '#tests/support/basket.ts'
import { addAccount, createWorld, setPrice, setStock, signedIn, type World } from '#tests/support/fixtures.ts'
import { call } from '#web/api/client.ts'
import { runDueDrafts } from './run-schedules.ts'
import { purgeRemovedDrafts } from './service.ts'

let portal: TestApp
let world: World
beforeAll(async () => {
  portal = await startTestApp()
  world = await createWorld(portal.db)
})
afterAll(() => portal.close())

const dayMs = 86_400_000
const today = dayOf(new Date())
const inDays = (days: number) => new Date(Date.now() + days * dayMs)

async function template(
  input: { header?: string; days: number; task: 'remind' | 'prepare'; next?: string },
  productIds?: number[],
) {
  const accountId = await addAccount(portal.db, {
    role: 'manager',
    organisationId: world.organisationId,
    contractIds: [world.contractId],
  })
  const buyer = await signedIn(portal, accountId)
  for (const id of productIds ?? world.productIds.slice(0, 2)) await addToBasket(buyer, { id, qnt: 2 })
  const { id } = await call(api.addToDraft, { header: input.header ?? 'Расходники' }, buyer)
  const { draft } = await call(
    api.scheduleDraft,
    { id, days: input.days, task: input.task, ...(input.next === undefined ? {} : { next: input.next }) },
    buyer,
  )
  return { buyer, accountId, id, draft }
}

type Row = { title: string; text: string; link: string }
const readNotices = async (accountId: number) =>
  (
    await portal.pool.query<Row>(
      "select title, text, link from notifications where account_id = $1 and kind = 'draft' order by id",
      [accountId],
    )
  ).rows
const letters = async (accountId: number) =>
  (
    await portal.pool.query<{ subject: string }>(
      'select m.subject from mails m join accounts a on a.login = m.recipient where a.id = $1 order by m.id',
      [accountId],
    )
  ).rows
const headers = async (buyer: Visitor) => (await call(api.drafts, {}, buyer)).items.map(({ header }) => header)
const nextOf = async (buyer: Visitor, id: number) => (await call(api.getDraft, { id }, buyer)).draft.schedule?.next

test('a draft becomes a template repeated every N days from a start day, and can become a draft again', async () => {
  const { buyer, id, draft } = await template({ days: 14, task: 'prepare' })
  expect(draft.schedule).toEqual({ days: 14, task: 'prepare', next: formatDay(addDays(today, 14)) })
  const first = formatDay(addDays(today, 1))
  expect((await call(api.scheduleDraft, { id, days: 30, task: 'remind', next: first }, buyer)).draft.schedule).toEqual({
    days: 30,
    task: 'remind',
    next: first,
  })
  for (const days of [366, -1, 1.5])
    await expect(call(api.scheduleDraft, { id, days }, buyer)).rejects.toMatchObject({
      status: 400,
      body: { fields: { days: expect.stringMatching(/[а-я]/) as string } },
    })
  for (const next of [today, addDays(today, 400)]) {
    await expect(call(api.scheduleDraft, { id, days: 7, next: formatDay(next) }, buyer)).rejects.toMatchObject({
      status: 422,
      code: 'scheduleDate',
      body: { fields: { next: expect.stringMatching(/[а-я]/) as string } },
    })
  }
  expect((await call(api.scheduleDraft, { id, days: 0 }, buyer)).draft.schedule).toBeNull()
  await runDueDrafts(portal, { now: inDays(40) })
  expect(await headers(buyer)).toEqual(['Расходники'])
})

test('a due template sends one notification and one letter, and is due again after its interval', async () => {
  const { buyer, accountId, id } = await template({ days: 7, task: 'remind' })
  await runDueDrafts(portal, { now: inDays(6) })
  expect(await readNotices(accountId)).toEqual([])
  await runDueDrafts(portal, { now: inDays(7) })
  await runDueDrafts(portal, { now: inDays(7) })
  expect(await readNotices(accountId)).toEqual([
    { title: 'Пора заказать: Расходники', text: 'Строк: 2, сумма 400 ₽', link: `/drafts/${id}` },
  ])
  expect(await letters(accountId)).toEqual([{ subject: 'Пора заказать: Расходники' }])
  expect(await nextOf(buyer, id)).toBe(formatDay(addDays(today, 14)))
  expect(await headers(buyer)).toEqual(['Расходники'])
})

test('a reminder’s sum is rounded per line, as in the basket', async () => {
  const [nails = 0] = await world.addProducts([{ unit: 'кг', step: 0.25, price: 1841 }])
  const { buyer, accountId, id } = await template({ days: 7, task: 'remind' }, [nails])
  await call(api.changeDraft, { id, lines: [{ id: nails, qnt: 0.5 }] }, buyer)
  expect((await call(api.drafts, {}, buyer)).items).toMatchObject([{ sum: 9.21 }])
  await runDueDrafts(portal, { now: inDays(7) })
  expect(await readNotices(accountId)).toMatchObject([{ text: 'Строк: 1, сумма 9,21 ₽' }])
})

test('concurrent processes send one reminder per template, and a long downtime causes only one', async () => {
  const templates = await Promise.all(Array.from({ length: 6 }, () => template({ days: 1, task: 'prepare' })))
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => runDueDrafts(portal, { now: inDays(30) })))
  expect(outcomes.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(6)
  for (const { buyer, accountId, id } of templates) {
    expect(await readNotices(accountId)).toHaveLength(1)
    expect(await letters(accountId)).toHaveLength(1)
    expect(await headers(buyer)).toHaveLength(2)
    expect(await nextOf(buyer, id)).toBe(formatDay(addDays(today, 31)))
  }
})

test('a failed template is rolled back without delaying others, and the next run completes it', async () => {
  const { buyer, accountId, id } = await template({ header: 'Сломанный', days: 3, task: 'prepare' })
  const other = await template({ days: 3, task: 'prepare' })
  await portal.pool.query(
    `create function refuse_mail() returns trigger language plpgsql as $$ begin
      if new.subject like '%Сломанный%' then raise 'no mail today'; end if; return new; end $$`,
  )
  await portal.pool.query(
    'create trigger refuse_mail before insert on mails for each row execute function refuse_mail()',
  )
  await expect(runDueDrafts(portal, { now: inDays(3) })).rejects.toThrow(`templates that could not be run: ${id}`)
  expect([await readNotices(accountId), await headers(buyer)]).toEqual([[], ['Сломанный']])
  expect(await readNotices(other.accountId)).toHaveLength(1)
  await portal.pool.query('drop trigger refuse_mail on mails')
  await runDueDrafts(portal, { now: inDays(3) })
  expect([(await readNotices(accountId)).length, (await headers(buyer)).length]).toEqual([1, 2])
})

test('a prepared draft has today’s prices and whole steps; unavailable lines stay in it and are reported', async () => {
  const productIds = await world.addProducts([{}, {}, {}, {}])
  const [dearer = 0, packed = 0, off = 0, none = 0] = productIds
  const { buyer, accountId, id } = await template(
    { header: 'Сводный заказ на объект', days: 10, task: 'prepare' },
    productIds,
  )
  await setPrice(portal.db, { productIds: [dearer], priceTypeId: world.priceTypeIds[0] ?? 0, priceKopecks: 20_000 })
  await portal.pool.query('update products set step_milli = 5000 where id = $1', [packed])
  await portal.pool.query('update products set active = false where id = $1', [off])
  await setStock(portal.db, { productId: none, warehouseId: world.warehouseIds[0] ?? 0, onHand: 1 })
  await runDueDrafts(portal, { now: inDays(10) })
  const header = `Шаблон «Сводный заказ на объект» от ${formatDay(dayOf(inDays(10)))}`
  const {
    items: [ready],
  } = await call(api.drafts, {}, buyer)
  expect(ready).toMatchObject({ header, lines: 4, sum: 1300, schedule: null })
  expect(await readNotices(accountId)).toEqual([
    {
      title: `Черновик готов: ${header}`,
      text: (
        'Строк: 4, сумма 1 300 ₽. Изменилась цена: 1. Не хватает на складе: 1. Изменилась кратность: 1. ' +
        'Больше не продаётся: 1'
      ).replace('1 300', '1\u00a0300'),
      link: `/drafts/${ready?.id ?? 0}`,
    },
  ])
  const { draft } = await call(api.getDraft, { id: ready?.id ?? 0 }, buyer)
  expect(draft.products.map(({ id: product, qnt, price, changes }) => [product, qnt, price, changes])).toEqual([
    [dearer, 2, 200, []],
    [packed, 5, 100, []],
    [off, 2, 100, ['gone']],
    [none, 2, 100, ['stock']],
  ])
  // The template itself keeps its old prices and quantities.
  expect((await call(api.getDraft, { id }, buyer)).draft.sum).toBe(800)
})

test('disabled accounts, those not buying or without the template get no reminder; one at its limit does', async () => {
  const [lost, off, removed, full] = [
    await template({ days: 2, task: 'remind' }),
    await template({ days: 2, task: 'remind' }),
    await template({ days: 2, task: 'remind' }),
    await template({ header: 'т'.repeat(100), days: 2, task: 'prepare' }),
  ]
  await portal.pool.query('delete from account_contracts where account_id = $1', [lost.accountId])
  await portal.pool.query('update accounts set enabled = false where id = $1', [off.accountId])
  const received = await template({ days: 2, task: 'remind' })
  await portal.pool.query("update accounts set role = 'receiver' where id = $1", [received.accountId])
  await call(api.removeDraft, { id: removed.id }, removed.buyer)
  await portal.pool.query(
    "insert into drafts (account_id, contract_id, header) select $1, $2, 'Старый ' || n from generate_series(1, 199) n",
    [full.accountId, world.contractId],
  )
  await runDueDrafts(portal, { now: inDays(2) })
  for (const { accountId } of [lost, off, removed, received]) expect(await readNotices(accountId)).toEqual([])
  expect(await readNotices(full.accountId)).toMatchObject([
    {
      title: `Пора заказать: ${'т'.repeat(100)}`,
      text: 'Строк: 2, сумма 400 ₽. Готовый черновик не сделан: у вас их слишком много, удалите ненужные',
    },
  ])
  await portal.pool.query('delete from drafts where account_id = $1 and id <> $2', [full.accountId, full.id])
  await runDueDrafts(portal, { now: inDays(4) })
  expect((await headers(full.buyer))[0]).toMatch(/^Шаблон «т+…» от \d{2}\.\d{2}\.\d{4}$/)
  expect((await headers(full.buyer))[0]).toHaveLength(100)
})

test('demo visitors get a notification and no letter', async () => {
  const { accountId } = await template({ days: 2, task: 'remind' })
  await portal.pool.query('update organisations set demo = true where id = $1', [world.organisationId])
  await runDueDrafts(portal, { now: inDays(2) })
  await portal.pool.query('update organisations set demo = false where id = $1', [world.organisationId])
  expect([(await readNotices(accountId)).length, await letters(accountId)]).toEqual([1, []])
})

test('removed drafts and lines are purged after a day, others are kept', async () => {
  const { buyer, id } = await template({ days: 5, task: 'remind' })
  const { id: other } = await call(api.addToDraft, { header: 'Удалён' }, buyer)
  const [line = 0] = world.productIds
  await call(api.changeDraft, { id, lines: [{ id: line, qnt: 0 }] }, buyer)
  await call(api.removeDraft, { id: other }, buyer)
  await purgeRemovedDrafts(portal)
  await call(api.restoreDraft, { id: other }, buyer)
  await call(api.removeDraft, { id: other }, buyer)
  await portal.pool.query(
    "update drafts set removed_at = removed_at - interval '25 hours' where removed_at is not null",
  )
  await portal.pool.query(
    "update draft_lines set removed_at = removed_at - interval '25 hours' where removed_at is not null",
  )
  await purgeRemovedDrafts(portal)
  await expect(call(api.restoreDraft, { id: other }, buyer)).rejects.toMatchObject({ status: 404 })
  await expect(call(api.restoreDraftLines, { id, lines: [line] }, buyer)).rejects.toMatchObject({ status: 404 })
  expect((await call(api.getDraft, { id }, buyer)).draft.lines).toBe(1)
})
