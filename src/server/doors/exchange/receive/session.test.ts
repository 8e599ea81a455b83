import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { client1c, type Client1c } from '#tests/support/client-1c.ts'
import { account, exchangeEnded, goodsNamed, picture, startExchangeApp } from '#tests/support/exchange.ts'
import { document, goodXml, importXml, offersXml, offerXml, pricesXml, stocksXml } from '#tests/support/export-1c.ts'
import { until } from '#tests/support/wait.ts'
import { encodeWindows1251 } from '../orders/windows-1251.ts'
import { confirmDeactivation, dismissDeactivation } from '../apply/run/close-session.ts'

let app: TestApp
let client: Client1c
const ended = () => exchangeEnded(app.pool)

beforeAll(async () => {
  app = await startExchangeApp()
})
afterAll(() => app.close())
beforeEach(() => {
  client = client1c(app.origin, account)
})

describe('pictures', () => {
  test('may precede or follow their good, are stored as WEBP by digest and are replaced by a new file', async () => {
    const good = importXml([
      {
        id: 'pic-1',
        inner: '<Картинка>import_files\\AB\\one.jpg</Картинка><Картинка>import_files/ab/two.png</Картинка>',
      },
    ])
    await client.exchange({ 'import_files/ab/one.jpg': await picture('red', 2000), 'import0_1.xml': good })
    await ended()
    expect(await shown('pic-1')).toEqual([{ position: 1, type: 'webp', width: 1200 }])
    await client.exchange({ 'import_files/ab/two.png': await picture('blue'), 'import_files/ab/bad.jpg': 'no picture' })
    await ended()
    expect((await shown('pic-1')).map(({ position }) => position)).toEqual([1, 2])
    expect(
      (await app.pool.query("select reason from exchange_rejects where code = 'import_files/ab/bad.jpg'")).rows,
    ).toEqual([{ reason: 'Файл не является картинкой' }])
    await client.exchange({ 'import_files/ab/one.jpg': await picture('green') })
    await ended()
    expect((await shown('pic-1'))[0]).toMatchObject({ position: 1, width: 60 })
  })

  test('are found in any folder of 1C; one of an unsupported format is reported and stops nothing', async () => {
    const good = importXml([
      {
        id: 'pic-2',
        inner: '<Картинка>C:\\base\\import_files\\cd\\one.jpg</Картинка><Картинка>import_files/cd/old.bmp</Картинка>',
      },
    ])
    await client.exchange({
      '/var/www/exchange/import_files/cd/one.jpg': await picture('red'),
      'import_files/cd/old.bmp': 'BM no picture',
      'import0_1.xml': good,
    })
    await ended()
    expect(await shown('pic-2')).toHaveLength(1)
    expect(
      (await app.pool.query("select reason from exchange_rejects where code = 'import_files/cd/old.bmp'")).rows,
    ).toEqual([{ reason: 'Файл не является картинкой' }])
  })

  const shown = async (code: string) =>
    (
      await app.pool.query(
        `select l.position, i.type, i.width from product_pictures l join pictures i on i.id = l.picture_id
          join products p on p.id = l.product_id where p.code1c = $1 order by 1`,
        [code],
      )
    ).rows as { position: number; type: string; width: number }[]
})

describe('a full export', () => {
  const goods = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => ({ id: `full-${from + at}` }))
  const active = async (catalogue: string) =>
    (
      (await app.pool.query('select count(*) as n from products where catalogue_code = $1 and active', [catalogue]))
        .rows[0] as { n: number }
    ).n

  test('deactivates the goods it omits, at the end of the session and only in its own catalogue', async () => {
    await client.exchange({ 'import0_1.xml': importXml([{ id: 'other-1' }], { catalogue: 'other', full: true }) })
    await client.exchange({ 'import0_1.xml': importXml(goods(0, 100), { catalogue: 'full', full: true }) })
    await ended()
    await client.checkauth()
    await client.init()
    // Only the first portion is marked as full.
    await client.send('import0_1.xml', importXml(goods(0, 50), { catalogue: 'full', full: true }))
    await client.import('import0_1.xml')
    expect(await active('full')).toBe(100)
    await client.send('import1_1.xml', importXml(goods(50, 80), { catalogue: 'full' }))
    await client.import('import1_1.xml')
    await client.complete()
    await ended()
    expect([await active('full'), await active('other')]).toEqual([80, 1])
  })

  test('also ends with the next checkauth, and a good sent again becomes active', async () => {
    await client.checkauth()
    await client.init()
    await client.send('import0_1.xml', importXml(goods(0, 75), { catalogue: 'full', full: true }))
    await client.import('import0_1.xml')
    await client.checkauth()
    await ended()
    expect(await active('full')).toBe(75)
    await client.exchange({ 'import0_1.xml': importXml(goods(75, 80), { catalogue: 'full' }) })
    expect(await active('full')).toBe(80)
  })

  test('in portions with a checkauth each is one export, which ends after the last portion', async () => {
    const portions = async (...parts: ReturnType<typeof goods>[]) => {
      for (const [at, part] of parts.entries()) {
        await client.checkauth()
        await client.init()
        await client.send('import0_1.xml', importXml(part, { catalogue: 'portions', full: at === 0 }))
        await client.import('import0_1.xml')
      }
    }
    await portions(goods(200, 240), goods(240, 280))
    expect(await active('portions')).toBe(80)
    await portions(goods(200, 230), goods(230, 260), goods(260, 275))
    expect(await active('portions')).toBe(80)
    await client.complete()
    await ended()
    expect(await active('portions')).toBe(75)
    expect((await app.pool.query("select 1 from exchange_runs where status = 'waiting'")).rows).toEqual([])
  })

  test('ends before another full export of the same catalogue writes anything', async () => {
    for (const part of [goods(300, 310), goods(305, 315), goods(306, 316)]) {
      await client.checkauth()
      await client.init()
      await client.send('import0_1.xml', importXml(part, { catalogue: 'again', full: true }))
      await client.import('import0_1.xml')
    }
    expect(await active('again')).toBe(11)
    await client.complete()
    await ended()
    expect(await active('again')).toBe(10)
  })

  test.each([true, false])(
    'that failed in part or has only changes deactivates nothing (ended with complete: %s)',
    async (completes) => {
      await client.checkauth()
      await client.init()
      await client.send('import0_1.xml', importXml(goods(0, 70), { catalogue: 'full', full: true }))
      await client.import('import0_1.xml')
      await client.send('import1_1.xml', '<broken')
      await client.import('import1_1.xml')
      if (completes) await client.complete()
      // Otherwise this looks like the next portion of the same export.
      await client.exchange({ 'import0_1.xml': importXml(goods(0, 3), { catalogue: 'full' }) })
      await ended()
      expect(await active('full')).toBe(80)
    },
  )

  test.each(['<СодержитТолькоИзменения>false</СодержитТолькоИзменения>', ''])(
    'with its flag only after the goods: «%s»',
    async (flag) => {
      const code = flag === '' ? 'silent' : 'late'
      const late = (from: number, to: number) =>
        document(
          `<Каталог><Ид>${code}</Ид><Товары>${goods(from, to)
            .map(({ id }) => goodXml({ id: `${code}-${id}` }))
            .join('')}</Товары>${flag}</Каталог>`,
        )
      await client.exchange({ 'import0_1.xml': encodeWindows1251(late(0, 40)) })
      await ended()
      await client.exchange({
        'import0_1.xml': encodeWindows1251(late(0, 30)),
        'import0_2.xml': importXml([{ id: `${code}-full-35` }], { catalogue: code }),
      })
      await ended()
      // An export without the flag contains only changes.
      expect(await active(code)).toBe(flag === '' ? 40 : 31)
    },
  )

  test('that would deactivate more than 30 % of more than 50 goods waits for staff', async () => {
    await client.exchange({ 'import0_1.xml': importXml(goods(0, 50), { catalogue: 'full', full: true }) })
    await ended()
    expect(await active('full')).toBe(80)
    const { rows } = await app.pool.query("select name, counts from exchange_runs where status = 'waiting'")
    expect(rows).toEqual([{ name: 'full', counts: { goods: { seen: 50, changed: 30 } } }])
    // A complete export afterwards makes the question obsolete.
    await client.exchange({ 'import0_1.xml': importXml(goods(0, 80), { catalogue: 'full', full: true }) })
    await ended()
    expect((await app.pool.query("select count(*) as n from exchange_runs where status = 'waiting'")).rows[0]).toEqual({
      n: 0,
    })
  })

  test('that would deactivate 30 %, or any part of 50 goods, does not wait for staff', async () => {
    for (const [catalogue, before, after] of [
      ['edge', 60, 42],
      ['small', 50, 1],
    ] as const) {
      for (const count of [before, after]) {
        await client.exchange({
          'import0_1.xml': importXml(
            Array.from({ length: count }, (_, at) => ({ id: `${catalogue}-${at}` })),
            { catalogue, full: true },
          ),
        })
        await ended()
      }
      expect(await active(catalogue), catalogue).toBe(after)
    }
    await client.exchange({ 'import0_1.xml': importXml([], { catalogue: 'small', full: true }) })
    await ended()
    expect(await active('small'), 'announced but not sent').toBe(1)
  })

  test('of goods does not deactivate their variants, which another file has only as changes', async () => {
    const variants = (names: string[], full: boolean) =>
      offersXml(
        names.map((name) => offerXml(`both-1#${name}`, '', `Куртка (${name})`)),
        { catalogue: 'both', full },
      )
    const goodsFile = importXml([{ id: 'both-1' }], { catalogue: 'both', full: true })
    await client.exchange({ 'import0_1.xml': goodsFile, 'offers0_1.xml': variants(['M', 'L'], true) })
    await ended()
    expect(await active('both')).toBe(3)
    await client.exchange({ 'import0_1.xml': goodsFile, 'offers0_1.xml': variants(['M'], false) })
    await ended()
    expect(await active('both')).toBe(3)
    await client.exchange({ 'import0_1.xml': goodsFile, 'offers0_1.xml': variants(['M'], true) })
    await ended()
    expect(await active('both'), 'a complete export deactivates what it omits').toBe(2)
  })

  test('announced but not sent, or in a session with prices only, deactivates nothing', async () => {
    await client.exchange({
      'import.xml': importXml([], { catalogue: 'full', full: true }),
      'prices.xml': offersXml([offerXml('full-1', pricesXml({ t: '1' }))], { catalogue: 'full', full: true }),
    })
    await ended()
    expect(await active('full')).toBe(80)
  })

  test('ends after ten minutes without a request, and continues when 1C returns', async () => {
    await client.checkauth()
    await client.init()
    await client.send('import0_1.xml', importXml(goods(0, 70), { catalogue: 'full', full: true }))
    await client.import('import0_1.xml')
    await app.pool.query(
      "update exchange_sessions set last_seen_at = now() - interval '11 minutes' where ended_at is null",
    )
    await until(
      () => active('full'),
      (number) => number === 70,
    )
    await client.send('import1_1.xml', importXml(goods(70, 80), { catalogue: 'full' }))
    expect((await client.import('import1_1.xml')).at(-1)).toBe('success')
    await client.complete()
    await ended()
    expect(await active('full')).toBe(80)
  })

  test('that waits is confirmed or discarded by staff', async () => {
    for (const [decide, left] of [
      [dismissDeactivation, 80],
      [confirmDeactivation, 40],
    ] as const) {
      await client.exchange({ 'import0_1.xml': importXml(goods(0, 40), { catalogue: 'full', full: true }) })
      await ended()
      const { rows } = await app.pool.query("select id from exchange_runs where status = 'waiting'")
      const sql = await app.pool.connect()
      await decide(sql, (rows[0] as { id: number }).id).finally(() => sql.release())
      expect(await active('full')).toBe(left)
    }
    expect((await app.pool.query('select count(*) as n from exchange_seen')).rows[0]).toEqual({ n: 0 })
    await client.exchange({ 'import0_1.xml': importXml(goods(0, 80), { catalogue: 'full' }) })
  })

  test('deletion marks deactivate goods and keep all their data', async () => {
    await client.exchange({
      'import0_1.xml': importXml(
        [
          { id: 'full-1', attributes: 'Статус="Удален"' },
          { id: 'full-2', inner: '<ПометкаУдаления>true</ПометкаУдаления>' },
        ],
        { catalogue: 'full' },
      ),
    })
    expect(await goodsNamed(app.pool, 'full-1', 'full-2')).toEqual([
      { code1c: 'full-1', name: 'Товар full-1', active: false },
      { code1c: 'full-2', name: 'Товар full-2', active: false },
    ])
  })
})

test('changes of only prices and stock are recorded as catalogue changes of these kinds only', async () => {
  await client.exchange({
    'import0_1.xml': importXml([{ id: 'tell-1' }]),
    'offers0_1.xml': offersXml([offerXml('tell-1', pricesXml({ 'type-tell': '5' }) + stocksXml({ 'wh-tell': 5 }))]),
  })
  const { rows: last } = await app.pool.query('select max(id) as id from catalogue_changes')
  await client.exchange({
    'offers0_1.xml': offersXml([offerXml('tell-1', pricesXml({ 'type-tell': '6' }) + stocksXml({ 'wh-tell': 4 }))]),
  })
  const { rows } = await app.pool.query(
    `select kind, product_id = (select id from products where code1c = $2) as mine from catalogue_changes where id > $1
      order by kind`,
    [(last[0] as { id: number }).id, 'tell-1'],
  )
  expect(rows).toEqual([
    { kind: 'price', mine: true },
    { kind: 'stock', mine: true },
  ])
})

test('an import whose database connections are cut resumes by itself and completes', async () => {
  const goods = Array.from({ length: 6000 }, (_, at) => ({ id: `cut-${at}`, inner: `<Артикул>А-${at}</Артикул>` }))
  await client.checkauth()
  await client.init()
  await client.send('import0_1.xml', importXml(goods, { catalogue: 'cut' }))
  let last = 'progress'
  let cuts = 0
  const importing = () => client.ask({ mode: 'import', filename: 'import0_1.xml' })
  const importRequests = (async () => {
    while (!last.startsWith('success')) {
      last = await importing()
      expect(last).not.toMatch(/^failure\n(?!Портал временно)/)
    }
  })()
  while (cuts < 3 && !last.startsWith('success')) {
    const { rows } = await app.pool.query(
      `select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and classid = 611002 and database = (select oid from pg_database
          where datname = current_database())`,
    )
    cuts += rows.length
    await new Promise((resolve) => setTimeout(resolve, rows.length > 0 ? 150 : 5))
  }
  await importRequests
  expect(cuts).toBe(3)
  expect(
    (await app.pool.query("select count(*) as n from products where catalogue_code = 'cut' and active")).rows[0],
  ).toEqual({ n: 6000 })
  expect(
    (
      await app.pool.query(
        `select count(*) as runs, max(counts->'goods'->>'created') as created from exchange_runs
          where name = 'import0_1.xml' and session_id = (select max(id) from exchange_sessions)`,
      )
    ).rows[0],
  ).toEqual({ runs: 1, created: '6000' })
})
