import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LoadedTable } from '#shared/api/administration/feed-tables.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import { startExchangeWithAdmin } from '#tests/support/exchange.ts'
import { createWorld } from '#tests/support/fixtures.ts'

let app: TestApp
let admin: Visitor

beforeAll(async () => {
  ;({ app, admin } = await startExchangeWithAdmin())
  const { contractId } = await createWorld(app.db)
  await app.db.execute(sql`update contracts set code1c = 'c-1', number = '114-О' where id = ${contractId}`)
})
afterAll(() => app.close())
beforeEach(() => app.db.execute(sql`truncate ledger_entries cascade`))

const entries = async () =>
  (await app.pool.query('select debit_kopecks as debit, credit_kopecks as credit from ledger_entries order by id')).rows

async function load(feed: string, heading: string, ...lines: string[]) {
  const body = [heading, ...lines].join('\n')
  const response = await admin.send(`/api/staff/feed-tables/${feed}/`, { method: 'POST', body })
  const { accepted, rejects } = (await response.json()) as LoadedTable
  return [accepted, rejects.map(({ row, reason }) => [row, reason])]
}

const sales = 'Ид;Договор;Вид операции;Документ;Номер;Дата;Дебет;Наименование товара;Количество;Сумма строки'
const sale = ({ id = '', contract = '114-О', sum = '100', line = ';;' } = {}) =>
  `${id};${contract};Продажа;УПД;4471;14.11.2026;${sum};${line}`

test('a contract by its number and by its Ид makes the same entry', async () => {
  expect(await load('ledger', sales, sale())).toEqual([1, []])
  expect(await load('ledger', sales, sale({ contract: 'c-1' }))).toEqual([1, []])
  expect(await entries()).toMatchObject([{ debit: 10_000 }])
})

test('two payments without a number are not taken for one, nor is an Ид that was pasted twice', async () => {
  const payments = 'Договор;Номер;Дата;Сумма'
  const same = ['114-О;б/н;19.11.2026;600', '114-О;б/н;19.11.2026;600', '114-О;б/н;19.11.2026;700']
  const reason = 'Такая запись уже есть в строке 2. Если это разные записи, укажите их Ид'
  expect(await load('payments', payments, ...same)).toEqual([
    1,
    [
      [3, reason],
      [4, reason],
    ],
  ])
  expect(await entries()).toMatchObject([{ credit: 60_000 }])
  expect(await load('ledger', sales, sale({ id: 'd-1' }), sale({ id: 'd-1', sum: '200' }))).toEqual([
    1,
    [[3, 'Запись с этим Ид уже есть в строке 2']],
  ])
})

test('lines of a document agree with its first row, or leave its columns empty', async () => {
  const line = (name: string) => `${name};1;50`
  const lines = [
    sale({ id: 'd-1', line: line('Дрель') }),
    'd-1;;;;;;;Бур;1;30',
    sale({ id: 'd-1', sum: '70', line: line('Пила') }),
    sale({ id: 'd-1', line: line('Ключ') }),
  ]
  expect(await load('ledger', sales, ...lines)).toEqual([1, [[4, '«Дебет» не совпадает со строкой 2 той же записи']]])
  const { rows } = await app.pool.query('select name from ledger_lines order by position')
  expect(rows.map(({ name }) => name as string)).toEqual(['Дрель', 'Бур', 'Ключ'])
})

test('a full table in which a contract is not found ends nothing', async () => {
  await load('ledger', sales, sale())
  await load('ledger', sales, sale({ id: 'd-2' }))
  const body = [sales, sale({ contract: 'другой' }), sale({ id: 'd-2' })].join('\n')
  await admin.send('/api/staff/feed-tables/ledger/?mode=full', { method: 'POST', body })
  const { rows } = await app.pool.query('select count(*)::int as n from ledger_entries where active')
  expect(rows).toEqual([{ n: 2 }])
})
