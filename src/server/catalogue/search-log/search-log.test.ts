import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import { staffEmptySearches } from '#shared/api/staff/dashboard/demand.ts'
import { saveSynonyms } from '#shared/api/staff/synonyms.ts'
import { addDays, dayOf } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { createWorld, signedIn } from '#tests/support/fixtures.ts'
import { countStatements } from '#tests/support/statements.ts'
import { call } from '#web/api/client.ts'
import { addSearches } from './queries.ts'
import { purgeSearchLog } from './read.ts'
import { openSearchLog } from './search-log.ts'
import { createTypedSearches } from './typed-searches.ts'

let portal: TestApp
let owner: Visitor
let admin: Visitor
let ownerId: number
const today = dayOf(new Date())

beforeAll(async () => {
  portal = await startTestApp()
  const world = await createWorld(portal.db, { products: [{ name: 'Дрель ударная' }] })
  ownerId = world.ownerId
  owner = await signedIn(portal, ownerId)
  admin = await signedIn(portal, world.adminId)
})
afterAll(() => portal.close())
beforeEach(() => portal.db.execute(sql`truncate search_days, empty_searches`))

const add = (words: [string, number][], day = today) => addSearches(portal.db, { day, searches: 10, empty: 4, words })

test('on a day of very many words the known ones are counted on', async () => {
  await add([['сгон 1/2', 3]])
  await portal.db.execute(sql`
    insert into empty_searches (day, query, times) select ${today}, 'слово ' || n, 1 from generate_series(1, 5000) n`)
  await add([
    ['сгон 1/2', 4],
    ['новое слово', 9],
  ])
  expect((await call(staffEmptySearches, {}, admin)).items[0]).toMatchObject({ query: 'сгон 1/2', times: 7 })
})

test('words that find nothing are added up over the days, the most frequent first', async () => {
  await add([['сгон 1/2', 3]])
  await add([
    ['шурик 18в', 5],
    ['сгон 1/2', 1],
  ])
  await add([['сгон 1/2', 2]], addDays(today, -6))
  await add([['старое', 99]], addDays(today, -7))
  const answer = await call(staffEmptySearches, {}, admin)
  expect(answer).toMatchObject({ searches: 30, empty: 12 })
  expect(answer.items).toEqual([
    { query: 'сгон 1/2', times: 6, synonym: false },
    { query: 'шурик 18в', times: 5, synonym: false },
  ])
  await call(saveSynonyms, { words: ['Шурик 18В', 'шуруповёрт'] }, admin)
  expect((await call(staffEmptySearches, {}, admin)).items[1]?.synonym).toBe(true)
  await expect(call(staffEmptySearches, {}, owner)).rejects.toMatchObject({ status: 403 })
})

test('a search of the catalogue is counted without a statement of its own', async () => {
  const other = await startTestApp({ database: portal.database })
  const buyer = await signedIn(other, ownerId)
  await expect.poll(async () => (await call(filter, { query: 'дрель' }, buyer)).pagination.total).toBe(1)
  const statements = await countStatements(portal.pool, /search_days|empty_searches/, async () => {
    await call(filter, { query: 'Краскопульт  HVLP' }, buyer)
    await call(filter, { query: 'гайка', new: 1 }, buyer)
    await call(filter, { query: 'дрель' }, buyer)
  })
  expect(statements).toBe(0)
  // Writes what it has counted.
  await other.close()
  const { items, searches, empty } = await call(staffEmptySearches, {}, admin)
  expect({ items, empty }).toEqual({ items: [{ query: 'краскопульт hvlp', times: 1, synonym: false }], empty: 1 })
  expect(searches).toBeGreaterThanOrEqual(2)
})

/** Until `accept`, PostgreSQL answers searches of that day with this error. */
async function refuse(day: string, errcode: string): Promise<void> {
  await portal.db.execute(
    sql.raw(`
    create function refuse_searches() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = '${errcode}'; end $$;
    create trigger refused before insert on empty_searches for each row when (new.day = '${day}')
      execute function refuse_searches()`),
  )
}
const accept = () => portal.db.execute(sql`drop function refuse_searches cascade`)

test('what could not be written is counted by the next flush, once', async () => {
  const log = openSearchLog({ db: portal.db, log: pino({ level: 'silent' }) })
  log.record({ accountId: ownerId, query: 'муфта', found: false })
  await refuse(today, '53200')
  await expect(log.flush({ all: true })).rejects.toThrow()
  await accept()
  log.record({ accountId: ownerId, query: 'муфта', found: false })
  await log.flush({ all: true })
  await log.close()
  const { items, searches, empty } = await call(staffEmptySearches, {}, admin)
  expect(items).toEqual([{ query: 'муфта', times: 2, synonym: false }])
  expect([searches, empty]).toEqual([2, 2])
})

test('what the database refuses for good is dropped with a line of the log, other days are written', async () => {
  const lines: { msg: string; searches?: number }[] = []
  const log = openSearchLog({
    db: portal.db,
    log: pino({}, { write: (line: string) => lines.push(JSON.parse(line) as { msg: string }) }),
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() - 86_400_000)
  const refused = dayOf(new Date())
  log.record({ accountId: ownerId, query: 'вчерашнее', found: false })
  vi.useRealTimers()
  log.record({ accountId: ownerId, query: 'сегодняшнее', found: false })
  await refuse(refused, '21000')
  await log.flush({ all: true })
  await accept()
  await log.flush({ all: true })
  await log.close()
  expect((await call(staffEmptySearches, {}, admin)).items.map(({ query }) => query)).toEqual(['сегодняшнее'])
  expect(lines).toMatchObject([{ msg: 'searches of a day were dropped', searches: 1 }])
})

test('searches that come in during a flush wait for the next one', async () => {
  let writes = 0
  const searchOn = () => {
    for (const query of ['муфта', 'сгон']) log.record({ accountId: ownerId, query, found: true })
  }
  const transaction = () => {
    writes += 1
    if (writes < 20) searchOn()
    return Promise.resolve()
  }
  const log = openSearchLog({ db: { transaction } as unknown as Db, log: pino({ level: 'silent' }) })
  searchOn()
  await Promise.all([log.flush(), log.flush()])
  expect(writes).toBe(1)
  await log.flush()
  expect(writes).toBe(2)
  await log.close()
})

test('an emoji at the limit of length is not halved', async () => {
  const log = openSearchLog({ db: portal.db, log: pino({ level: 'silent' }) })
  const start = 'а'.repeat(99)
  log.record({ accountId: ownerId, query: `${start}🔧`, found: false })
  log.record({ accountId: ownerId + 1, query: `${start}🦊`, found: false })
  await log.flush({ all: true })
  await log.close()
  expect((await call(staffEmptySearches, {}, admin)).items).toMatchObject([{ query: `${start}\ufffd`, times: 2 }])
})

test('what is typed letter by letter is one search', () => {
  const counted: string[] = []
  const typed = createTypedSearches(({ query }) => counted.push(query))
  const search = (query: string, at: number, accountId = 1) => typed.add({ accountId, query, found: false, at })
  search('сг', 0)
  search('сгон', 1000)
  search('сгон', 1500, 2)
  search('сгон  1/2', 2000)
  search('муфта', 3000)
  search('муфта', 20_000)
  expect(counted).toEqual(['сгон 1/2', 'муфта'])
  typed.settle(25_000)
  expect(counted).toEqual(['сгон 1/2', 'муфта', 'сгон'])
  typed.settle(Infinity)
  expect(counted).toHaveLength(4)
})

test('searches are forgotten after 180 days', async () => {
  await add([['давно', 1]], addDays(today, -181))
  await add([['недавно', 1]], addDays(today, -180))
  expect(await purgeSearchLog({ db: portal.db })).toBe(1)
  const { rows } = await portal.db.execute(sql`select query from empty_searches`)
  expect(rows).toEqual([{ query: 'недавно' }])
})
