import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoadedTable } from '#shared/api/administration/feed-tables.ts'
import { feedNames } from '#shared/api/administration/queue-groups.ts'
import { maxTableRows } from '#shared/rules/file-size.ts'
import { listAuditRows } from '#server/platform/audit/shared-queries-audit.ts'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import { emptyAuditLog } from '#tests/support/audited/audit.ts'
import { startExchangeWithAdmin } from '#tests/support/exchange.ts'
import { addAccount, createWorld, signedIn, type World } from '#tests/support/fixtures.ts'
import { feeds } from '../feeds/feeds.ts'
import { encodeWindows1251 } from '../orders/windows-1251.ts'

let app: TestApp
let admin: Visitor
let world: World

beforeAll(async () => {
  ;({ app, admin } = await startExchangeWithAdmin())
  world = await createWorld(app.db)
  await app.db.execute(sql`update contracts set code1c = 'c-1', number = '114-О' where id = ${world.contractId}`)
  await app.db.execute(sql`update price_types set code1c = 't-' || id, name = 'Опт ' || id`)
  await app.db.execute(sql`update warehouses set code1c = 'w-' || id, name = 'Склад ' || id`)
  await app.db.execute(sql`update products set code1c = 'p-' || id, articul = 'АРТ-' || id`)
})
afterAll(() => app.close())
beforeEach(() => app.db.execute(sql`truncate price_breaks, arrivals, ledger_entries cascade`))

const rows = async (statement: string) =>
  (await app.pool.query({ text: statement, rowMode: 'array' })).rows as unknown[]

async function post(feed: string, content: string | Uint8Array, query = ''): Promise<Response> {
  return admin.send(`/api/staff/feed-tables/${feed}/?${query}`, { method: 'POST', body: content as never })
}

async function load(feed: string, content: string | Uint8Array, query = ''): Promise<LoadedTable> {
  const response = await post(feed, content, query)
  const answer = (await response.json()) as LoadedTable
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 'success' })
  return answer
}

const articul = (at: number) => `АРТ-${world.productIds[at]}`
const warehouse = (at: number) => `Склад ${world.warehouseIds[at]}`
const arrivals = () =>
  rows('select product_id, warehouse_id, expected_on::text, quantity_milli from arrivals order by 1')

test('a table with Russian headings, semicolons and windows-1251 is loaded by articles and names', async () => {
  const table =
    'Ожидаемые поступления\r\n\r\nАртикул;Склад;Дата прихода;Кол-во;Примечание\r\n' +
    `${articul(0)};${warehouse(0)};24.12.2026;1 200,5;x\r\n${articul(1)};${warehouse(0)};2026-12-25;3;\r\n`
  const answer = await load('arrivals', encodeWindows1251(table))
  expect(answer).toMatchObject({ records: 2, accepted: 2, rejected: 0, rejects: [], unknown_headings: ['Примечание'] })
  const [first, second] = world.productIds
  expect(await arrivals()).toEqual([
    [first, world.warehouseIds[0], '2026-12-24', 1_200_500],
    [second, world.warehouseIds[0], '2026-12-25', 3000],
  ])
})

test('technical headings, commas and quotes in UTF-8 do as well; a bad row is answered by its heading', async () => {
  const table =
    '\uFEFFproduct,warehouse,date,quantity\n' +
    `p-${world.productIds[0]},w-${world.warehouseIds[0]},2026-12-24,"7"\n` +
    `p-${world.productIds[0]},w-${world.warehouseIds[0]},скоро,7\n` +
    `p-${world.productIds[0]},w-${world.warehouseIds[0]},2026-12-24,много\n` +
    `нет такого,w-${world.warehouseIds[0]},2026-12-24,7\n` +
    `p-${world.productIds[0]},,2026-12-24,7\n`
  const answer = await load('arrivals', table)
  expect(answer.rejects.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'Дата поступления: Дата не в виде ГГГГ-ММ-ДД'],
    [4, 'Количество: Количество не число'],
    [5, 'Нет такого товара: нет такого'],
    [6, 'Склад: не заполнено'],
  ])
  expect(answer).toMatchObject({ records: 5, accepted: 1, rejected: 4 })
  expect(await arrivals()).toHaveLength(1)
})

test('a check answers the same rows and writes nothing', async () => {
  const [articleOf, from] = [articul(0), warehouse(0)]
  const table = `Товар;Склад;Дата;Количество\n${articleOf};${from};24.12.2026;1\n?;${from};24.12.2026;1\n`
  const answer = await load('arrivals', table, 'check=true')
  expect(answer).toMatchObject({ checked: true, accepted: 1, rejected: 1 })
  expect(answer.rejects).toEqual([{ row: 3, record: '?', reason: 'Нет такого товара: ?' }])
  expect(await arrivals()).toEqual([])
})

describe('price breaks without an Ид', () => {
  const table = (price: string) =>
    `Договор;Товар;От количества;Цена\n114-О;${articul(0)};10;${price}\n114-О;${articul(1)};5;90\n`
  const running = () =>
    rows('select least_quantity_milli, price_kopecks from price_breaks where ended_at is null order by 1')

  test('are the same records when they are loaded again, also with another price', async () => {
    await load('price-breaks', table('95,50'))
    await load('price-breaks', table('95,50'))
    expect(await running()).toEqual([
      [5000, 9000],
      [10_000, 9550],
    ])
    await load('price-breaks', table('94'))
    expect(await running()).toEqual([
      [5000, 9000],
      [10_000, 9400],
    ])
  })

  test('end when a full table leaves them out, but not when their row is rejected', async () => {
    await load('price-breaks', table('95'))
    const wrong = `Договор;Товар;От количества;Цена\n114-О;${articul(0)};10;дорого\n114-О;${articul(0)};20;80\n`
    const answer = await load('price-breaks', wrong, 'mode=full')
    expect(answer.rejects.map(({ reason }) => reason)).toEqual(['Цена: Сумма не число'])
    expect(await running()).toEqual([
      [10_000, 9500],
      [20_000, 8000],
    ])
  })
})

test('a full table that leaves out most of many records is refused until it is confirmed', async () => {
  const breaks = (...quantities: number[]) =>
    'Договор;Товар;От количества;Цена\n' + quantities.map((from) => `114-О;${articul(0)};${from};95\n`).join('')
  await load('price-breaks', breaks(...Array.from({ length: 60 }, (_, index) => index + 2)))
  const refused = await post('price-breaks', breaks(2, 3), 'mode=full')
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { code: 'massEnding', message: 'Таблица отключила бы 58 из 60 записей: проверьте, вся ли она' },
  ])
  await load('price-breaks', breaks(2, 3), 'mode=full&deactivate=any')
  expect(await rows('select count(*)::int from price_breaks where ended_at is null')).toEqual([[2]])
})

test('odd characters in cells are data like others', async () => {
  const table = `\uFEFFТовар;Склад;Дата;Количество\n\u0000\uD83D;${warehouse(0)};24.12.2026;1\n`
  const utf16 = Buffer.from(table, 'utf16le')
  const answer = await load('arrivals', utf16)
  expect(answer).toMatchObject({ records: 1, accepted: 0, rejected: 1 })
  expect((await post('arrivals', `Товар;Склад;Дата;Количество\n\u0000;x;y;z\n`)).status).toBeLessThan(500)
})

test('rows with one Ид are lines of one document of the ledger', async () => {
  const table =
    'Ид;Договор;Вид операции;Документ;Номер;Дата;Дебет;Товар;Наименование товара;Количество;Сумма строки\n' +
    `d-1;114-О;Реализация;УПД;4471;14.11.2026;1 432,85;${articul(0)};Дрель;2;1000\n` +
    `d-1;114-О;Реализация;УПД;4471;14.11.2026;1 432,85;${articul(1)};Бур;1;432,85\n`
  expect(await load('ledger', table)).toMatchObject({ records: 1, accepted: 1 })
  expect(await rows('select code1c, kind, debit_kopecks from ledger_entries')).toEqual([['d-1', 'sale', 143_285]])
})

test('a contract without an Ид is the one with its number, and a new one gets an Ид of its own', async () => {
  const [[inn, kpp]] = (await rows('select inn, kpp from contragents order by id limit 1')) as [[string, string]]
  const table = (number: string) =>
    `Номер договора;Дата договора;ИНН;КПП;Тип цен;Склады;Оплата;Лимит долга\n` +
    `${number};12.01.2026;${inn};${kpp};Опт ${world.priceTypeIds[0]};${warehouse(0)};Отсрочка;10000\n`
  await load('contracts', table('114-О'))
  expect(await rows(`select code1c, payment, credit_limit_kopecks from contracts where number = '114-О'`)).toEqual([
    ['c-1', 'deferred', 1_000_000],
  ])
  const wrong = await load('contracts', table('900-Н').replace('Отсрочка', 'бартер').replace('12.01.2026', ''))
  expect(wrong.rejects.map(({ reason }) => reason)).toEqual(['Дата договора: не заполнено'])
  const barter = await load('contracts', table('900-Н').replace('Отсрочка', 'бартер'), 'check=true')
  expect(barter.rejects.map(({ reason }) => reason)).toEqual(['Оплата: годится только предоплата, отсрочка'])
  await load('contracts', table('900-Н'))
  await load('contracts', table('900-Н'))
  const made = (await rows(`select code1c from contracts where number = '900-Н'`)) as [string][]
  expect(made).toEqual([[expect.stringMatching(/^table-[0-9a-f]{32}$/)]])
  await app.db.execute(sql`delete from contract_warehouses where contract_id in (
    select id from contracts where number = '900-Н')`)
  await app.db.execute(sql`delete from contracts where number = '900-Н'`)
})

test('what is written is the act of the person who loaded it', async () => {
  await emptyAuditLog(app.pool)
  await load('arrivals', `Товар;Склад;Дата;Количество\n${articul(0)};${warehouse(0)};24.12.2026;1\n`)
  const [row] = (await listAuditRows(app.db, { limit: 9 })).filter(({ action }) => action === 'import.finished')
  expect(row?.origin).toBe('web')
  expect(await rows(`select count(*)::int from exchange_sessions where type = 'table' and ended_at is null`)).toEqual([
    [0],
  ])
})

describe('a file is refused with its reason', () => {
  test('without headings, without rows, and as no table', async () => {
    const refusal = async (content: string | Uint8Array) => {
      const response = await post('rates', content)
      return [response.status, ((await response.json()) as { message: string }).message]
    }
    expect(await refusal('один;два\n1;2\n')).toEqual([
      422,
      'В файле нет строки заголовков: «Валюта», «Дата», «Курс», «Номинал»…',
    ])
    expect(await refusal('Валюта;Дата;Курс\n')).toEqual([422, 'Под заголовками нет ни одной строки'])
    expect((await refusal(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0])))[0]).toBe(422)
    expect((await refusal(new Uint8Array()))[0]).toBe(422)
    expect(await refusal(`Валюта;Дата;Курс\n${'USD;01.11.2026;80\n'.repeat(maxTableRows)}`)).toEqual([
      422,
      `Строк больше ${maxTableRows}: разделите таблицу на части`,
    ])
  })

  test('an unknown feed is not found, and a sales manager may load none', async () => {
    expect((await post('prices', 'x')).status).toBe(404)
    const sales = await signedIn(app, await addAccount(app.db, { role: 'sales' }))
    const response = await sales.send('/api/staff/feed-tables/rates/', { method: 'POST', body: 'Валюта;Дата' })
    expect(response.status).toBe(403)
  })
})

test('contragents are linked to 1C by a table; without an Ид there is nothing to link', async () => {
  const { contragentId: id } = world
  const [inn, kpp] = ['7708123450', '770801001']
  await app.db.execute(sql`update contragents set code1c = null, inn = ${inn}, kpp = ${kpp} where id = ${id}`)
  const answer = await load(
    'contragents',
    `Ид;ИНН;КПП;Наименование\ng-1;${inn};${kpp};Вектор\n;${inn};${kpp};Вектор\ng-2;123;;Вектор\n`,
  )
  expect(answer.rejects.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'Ид: не заполнено'],
    [4, 'ИНН: ИНН неверен: проверьте цифры'],
  ])
  expect(await rows(`select code1c from contragents where id = ${id}`)).toEqual([['g-1']])
})

test('a cell is read whole: line breaks part a list, a long text is kept, a longer one is rejected', async () => {
  const analogues = [1, 2].map(articul).join('\n')
  const binds = await load('binds', `Артикул;Аналоги\n${articul(0)};"${analogues}"\n`)
  expect(binds).toMatchObject({ accepted: 1, rejects: [] })
  const purpose = (length: number) => 'Оплата '.repeat(Math.ceil(length / 7)).slice(0, length - 1) + '1'
  const payments = await load(
    'payments',
    'Ид;Договор;Номер;Дата;Сумма;Назначение\n' +
      `n-1;114-О;1;01.11.2026;10;${purpose(900)}\nn-2;114-О;2;01.11.2026;10;${purpose(1001)}\n`,
  )
  expect(payments.rejects.map(({ row, reason }) => [row, reason])).toEqual([
    [3, expect.stringContaining('Назначение платежа')],
  ])
  expect(await rows('select basis from ledger_entries')).toEqual([[purpose(900)]])
})

test('every feed has a template with its headings, which is a table without rows', async () => {
  const { items } = (await (await admin.send('/api/staff/feed-tables/', {})).json()) as {
    items: { name: string; columns: { heading: string }[] }[]
  }
  expect(items.map(({ name }) => name)).toEqual([...feedNames])
  expect([...feedNames].toSorted()).toEqual(Object.keys(feeds).toSorted())
  for (const { name, columns } of items) {
    const response = await admin.send(`/api/staff/feed-tables/${name}/template/`, {})
    const content = new Uint8Array(await response.arrayBuffer())
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(new TextDecoder().decode(content)).toBe(`${columns.map(({ heading }) => heading).join(';')}\r\n`)
    expect(new Set(columns.map(({ heading }) => heading)).size).toBe(columns.length)
    expect((await post(name, content)).status).toBe(422)
  }
})
