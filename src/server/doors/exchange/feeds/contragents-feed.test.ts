import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contragents } from '#server/platform/db/schema/organisations.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startExchangeApp } from '#tests/support/exchange.ts'
import { feedSender, type FeedSender } from '#tests/support/feeds.ts'
import { createWorld, type World } from '#tests/support/fixtures.ts'

let app: TestApp
let world: World
let send: FeedSender

beforeAll(async () => {
  app = await startExchangeApp()
  world = await createWorld(app.db)
  send = feedSender(app.origin)
  const { contragentId: id } = world
  await app.db.update(contragents).set({ code1c: null, inn, kpp, fullName: '' }).where(eq(contragents.id, id))
})
afterAll(() => app.close())

const inn = '7708123450'
const kpp = '770801001'
const line = { id: 'c-1', inn, kpp, name: 'Вектор' }
const answersTo = async (...lines: object[]) =>
  (await send('contragents', lines)).map(({ status, reason }) => reason ?? status)
const look = async () => (await app.db.select().from(contragents).where(eq(contragents.id, world.contragentId)))[0]
const lastCounts = async () =>
  (await app.pool.query('select counts from exchange_runs order by id desc limit 1')).rows as unknown[]

test('contragents of 1C are answered line by line; the same lines again change nothing', async () => {
  const lines = [
    { ...line, fullName: 'Общество «Вектор»', phone: '8 999 123-45-67' },
    { ...line, id: 'c-2' },
    { ...line, id: 'c-3', inn: '5401122333', kpp: '540101001' },
    { ...line, inn: '7708123451' },
    { ...line, kpp: '77' },
    { ...line, inn: '770812345620' },
    { ...line, name: ' ' },
    { ...line, phone: 'нет' },
    { ...line, email: 'нет' },
  ]
  const reasons = [
    'ИНН 7708123450, КПП 770801001: на портале такой контрагент связан с другим Ид 1С, c-1',
    'Контрагент с ИНН 5401122333 не зарегистрирован на портале',
    'inn: ИНН неверен: проверьте цифры',
    'kpp: КПП неверен',
    'kpp: КПП бывает только у организации',
    'name: Наименование пусто',
    'phone: Телефон неверен',
    'email: Почта неверна',
  ]
  expect(await answersTo(...lines)).toEqual(['accepted', ...reasons])
  expect(await lastCounts()).toEqual([{ counts: { contragents: { seen: 9, changed: 1, rejected: 8 } } }])
  expect(await look()).toMatchObject({ code1c: 'c-1', fullName: 'Общество «Вектор»', phone: '+7 (999) 123-45-67' })
  expect(await answersTo(...lines)).toEqual(['accepted', ...reasons])
  expect(await lastCounts()).toEqual([{ counts: { contragents: { seen: 9, unchanged: 1, rejected: 8 } } }])
})

test('a contract names its contragent by the Ид that 1C has told, or by ИНН and КПП', async () => {
  await app.pool.query("update price_types set code1c = 'p-' || id; update warehouses set code1c = 'w-' || id")
  const contract = (id: string, contragent: object) => ({
    id,
    number: id,
    date: '2026-01-12',
    contragent,
    priceType: `p-${world.priceTypeIds[0]}`,
    warehouses: [`w-${world.warehouseIds[0]}`],
  })
  const answers = await send('contracts', [
    contract('d-1', { id: 'c-1' }),
    contract('d-2', { id: 'c-1', inn }),
    contract('d-3', { id: 'not told yet', inn, kpp }),
    contract('d-4', { id: 'not told yet' }),
    contract('d-5', { id: 'c-1', inn: '5401122333' }),
    contract('d-6', {}),
  ])
  expect(answers.map(({ status, reason }) => reason ?? status)).toEqual([
    'accepted',
    'accepted',
    'accepted',
    'Контрагент с Ид not told yet не найден',
    'Контрагент с ИНН 5401122333 не зарегистрирован на портале',
    'contragent.inn: Нужен ИНН или Ид контрагента',
  ])
  const { rows } = await app.pool.query("select distinct contragent_id as id from contracts where code1c like 'd-%'")
  expect(rows).toEqual([{ id: world.contragentId }])
})

test('one deleted in 1C is switched off once; an unknown one is no error', async () => {
  expect(await answersTo({ id: 'c-1', deleted: true }, { id: 'nobody', deleted: true })).toEqual([
    'accepted',
    'accepted',
  ])
  expect(await look()).toMatchObject({ code1c: 'c-1', status: 'inactive' })
  await answersTo({ id: 'c-1', deleted: true })
  expect(await lastCounts()).toEqual([{ counts: { contragents: { seen: 1, unchanged: 1 } } }])
})
