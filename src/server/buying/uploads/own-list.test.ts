import { read, utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filter } from '#shared/api/catalogue.ts'
import { getPriceList } from '#shared/api/price-lists.ts'
import { uploadsFromFile } from '#shared/api/uploads.ts'
import { startTestApp, type TestApp, type Visitor } from '#tests/support/app.ts'
import { filledIn, hostileFiles, mutated, seedFiles } from '#tests/support/price-sheets.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { collidingGoods, createShop, goodIds, type Shop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { call, CallError } from '#web/api/client.ts'

let portal: TestApp
let shop: Shop
let owner: Visitor
const { drill, impact, nails, glovesM } = goodIds

beforeAll(async () => {
  portal = await startTestApp()
  shop = await createShop(portal.db, [...collidingGoods])
  await portal.pool.query("insert into catalogue_changes (kind) values ('rebuild')")
  owner = await signedIn(portal, shop.ownerId)
  await until(
    () => call(filter, {}, owner),
    ({ pagination }) => pagination.total > 0,
    30_000,
  )
})
afterAll(() => portal.close())

const send = (bytes: Buffer, name = 'Прайс-лист.xlsx', who = owner) =>
  call(uploadsFromFile, { file: new File([new Uint8Array(bytes)], name) }, who)

async function download(contract: number): Promise<Buffer> {
  const { link } = await call(getPriceList, { contract }, owner)
  const response = await until(
    () => owner.send(link, { method: 'GET' }),
    ({ status }) => status === 200,
    20_000,
  )
  return Buffer.from(await response.arrayBuffer())
}

const quantities = { [drill]: 2, [glovesM]: 3, [nails]: '0,25', [impact]: 0 }
const expected = {
  own: true,
  truncated: false,
  skipped: 2 + collidingGoods.length,
  headerRow: 3,
  remembered: false,
  columns: {
    qnt: { index: 12, heading: 'Заказ' },
    articul: { index: 1 },
    code: { index: 0 },
    barcode: { index: 7 },
    name: { index: 2 },
  },
}
const rowsOf = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.rows.map(({ id, requested, accepted, status }) => [id, requested, accepted, status])
const expectedRows = [
  [glovesM, 3, 4, 'rounded'],
  [drill, 2, 2, 'ok'],
  [nails, 0.25, 0, 'out'],
]

test('our own filled-in price list is read without questions, also if saved by a spreadsheet program', async () => {
  const filled = await filledIn(await download(shop.contracts.wholesale), quantities)
  const answer = await send(filled)
  expect(answer).toMatchObject(expected)
  expect(rowsOf(answer)).toEqual(expectedRows)
  expect(answer.rows[1]).toMatchObject({ row: 6, raw: { code: 'DX-1234', name: 'Дрель ударная', qnt: '2' } })

  const savedAgain = Buffer.from(
    write(read(filled), { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true }) as Uint8Array,
  )
  const again = await send(savedAgain, 'что угодно.xlsx')
  expect(again).toMatchObject(expected)
  expect(rowsOf(again)).toEqual(expectedRows)

  for (const bookType of ['biff8', 'ods', 'csv'] as const) {
    const other = await send(
      Buffer.from(write(read(filled), { type: 'buffer', bookType }) as Uint8Array),
      `Прайс.${bookType}`,
    )
    expect([other.own, rowsOf(other).map(([id, requested]) => [id, requested])], bookType).toEqual([
      false,
      expectedRows.map(([id, requested]) => [id, requested]),
    ])
  }
})

test('a formula without a cached value in our list is reported, not skipped', async () => {
  const filled = await filledIn(await download(shop.contracts.wholesale), {
    [drill]: { formula: 'A5*2' },
    [glovesM]: { formula: '1/0', error: '#DIV/0!' },
    [impact]: 1,
  })
  const rows = new Map((await send(filled)).rows.map(({ id, status, raw }) => [id, [status, raw.qnt]]))
  expect(rows).toEqual(
    new Map([
      [glovesM, ['badQty', '#DIV/0!']],
      [drill, ['badQty', '=A5*2']],
      [impact, ['ok', '1']],
    ]),
  )
})

test('[C.45] a quantity formatted as date, time or percentage is asked about, whatever saved the list', async () => {
  const book = read(
    await filledIn(await download(shop.contracts.wholesale), { [drill]: 46_143, [glovesM]: 0.4375, [impact]: 0.15 }),
    { cellNF: true },
  )
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  const formats = new Map<unknown, string>([
    [46_143, 'dd.mmm'],
    [0.4375, 'h:mm'],
    [0.15, '0%'],
  ])
  for (const cell of Object.values(sheet))
    if (formats.has((cell as { v?: unknown }).v)) Object.assign(cell, { z: formats.get((cell as { v?: unknown }).v) })
  const answer = await send(Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array))
  const rows = new Map(
    answer.rows.map(({ id, requested, status, proposed, raw }) => [id, [requested, status, proposed, raw.qnt]]),
  )
  expect(answer.own).toBe(true)
  expect(rows).toEqual(
    new Map([
      [drill, [null, 'badQty', 1.5, '01.05.2026']],
      [glovesM, [null, 'badQty', null, '10:30']],
      [impact, [null, 'badQty', null, '15%']],
    ]),
  )
})

test('[C.45] a sheet added to our list by the buyer is reported with its row count, and can be read', async () => {
  const book = read(await filledIn(await download(shop.contracts.wholesale), quantities))
  const added = utils.aoa_to_sheet([['Артикул', 'Заказ'], ['DX-1234', 7], ['НЕТ-1', 2], [], ['Спасибо']])
  utils.book_append_sheet(book, added, 'Ещё')
  const file = Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }) as Uint8Array)
  const answer = await send(file)
  expect(answer).toMatchObject({
    ...expected,
    sheets: [
      { index: 0, ordered: true },
      { index: 1, name: 'Ещё', rows: 4, ordered: true },
    ],
  })
  expect(answer.tally[1]).toMatchObject({ sheet: 1, rows: 5, other: 4, blank: 1 })
  const second = await call(
    uploadsFromFile,
    { file: new File([new Uint8Array(file)], 'Прайс-лист.xlsx'), sheet: 1 },
    owner,
  )
  expect([second.own, second.sheet, rowsOf(second).map(([id, requested]) => [id, requested])]).toEqual([
    false,
    1,
    [
      [drill, 7],
      [null, 2],
    ],
  ])
})

test('a list of another contract is matched by the contents of its rows', async () => {
  const filled = await filledIn(await download(shop.contracts.dealer), { [drill]: 1, [goodIds.hidden]: 1 })
  expect(rowsOf(await send(filled)).map(([id, , , status]) => [id, status])).toEqual([
    [drill, 'ok'],
    [null, 'notFound'],
  ])
})

const damagedFiles = Number(process.env.DAMAGED_FILES ?? 40)

test('damaged files of every format are read or refused in Russian', async () => {
  await portal.pool.query("delete from attempts where key like 'upload:%'")
  const seeds = [
    ...seedFiles(),
    { name: 'own.xlsx', bytes: await filledIn(await download(shop.contracts.wholesale), quantities) },
    { name: 'last.xlsx', bytes: (await hostileFiles())['the last cell of all']?.bytes ?? Buffer.alloc(0) },
  ]
  const outcomes = new Map<string, number>()
  const manager = await signedIn(portal, shop.managerId)
  const run = async (who: Visitor, first: number) => {
    for (let seed = first; seed < damagedFiles; seed += 2) {
      const { name, bytes } = seeds[seed % seeds.length] ?? { name: '', bytes: Buffer.alloc(0) }
      const outcome = await send(
        mutated(bytes, seeds[(seed * 7) % seeds.length]?.bytes ?? bytes, seed),
        name,
        who,
      ).catch((error: unknown) => error)
      const result = outcome instanceof CallError ? String(outcome.status) : 'read'
      if (outcome instanceof CallError)
        expect([seed, name, outcome.status, outcome.message]).toEqual([seed, name, 422, expect.stringMatching(/[а-я]/)])
      outcomes.set(result, (outcomes.get(result) ?? 0) + 1)
    }
  }
  await Promise.all([run(owner, 0), run(manager, 1)])
  process.stdout.write(
    `${damagedFiles} damaged files: ${[...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ')}\n`,
  )
}, 240_000)

test('an account may upload two files at a time and 200 an hour; more are refused', async () => {
  await portal.pool.query("delete from attempts where key like 'upload:%'")
  const answers = await Promise.allSettled(Array.from({ length: 4 }, () => send(Buffer.from('DX-1234;1'), 'a.csv')))
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as CallError] : []))
  expect(refused.length).toBe(2)
  expect(refused[0]).toMatchObject({ status: 429, message: 'Дождитесь окончания предыдущих загрузок' })
  await portal.pool.query("insert into attempts (key) select 'upload:' || $1 from generate_series(1, 200)", [
    shop.ownerId,
  ])
  await expect(send(Buffer.from('DX-1234;1'), 'a.csv')).rejects.toMatchObject({ status: 429, code: 'tooManyRequests' })
})
