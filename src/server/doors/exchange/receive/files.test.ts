import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { TestApp } from '#tests/support/app.ts'
import { client1c, type Client1c } from '#tests/support/client-1c.ts'
import { account, exchangeEnded, goodsNamed, picture, startExchangeApp, zipOf } from '#tests/support/exchange.ts'
import { document, importXml, offersXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'
import { encodeWindows1251 } from '../orders/windows-1251.ts'

let app: TestApp
let client: Client1c

beforeAll(async () => {
  app = await startExchangeApp()
})
afterAll(() => app.close())
beforeEach(() => {
  client = client1c(app.origin, account)
})

const names = (...codes: string[]) => goodsNamed(app.pool, ...codes)

describe('invalid files', () => {
  const broken: [string, (xml: string) => Sent][] = [
    ['cut off', (xml) => xml.slice(0, -40)],
    ['with a piece twice', (xml) => xml.slice(0, 200) + xml.slice(100)],
    ['with a DOCTYPE', (xml) => xml.replace('?>', '?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>')],
    ['of another kind', () => '<html></html>'],
    ['empty', () => ''],
    ['nested without end', () => '<КоммерческаяИнформация>' + '<a>'.repeat(500)],
    ['of unknown encoding', (xml) => xml.replace('UTF-8', 'KOI-FANTASY').replaceAll('КоммерческаяИнформация', 'Root')],
  ]
  test.each(broken)('a file %s fails with a Russian message, changes nothing and is dropped', async (_how, spoil) => {
    await client.checkauth()
    await client.init()
    await client.send('import0_1.xml', spoil(importXml([{ id: 'broken-1' }])))
    const last = (await client.import('import0_1.xml')).at(-1) ?? ''
    expect(last).toMatch(/^failure\n.*[а-я]{3}/s)
    expect(await names('broken-1')).toEqual([])
    await client.checkauth()
    await client.init()
    await client.send('import0_1.xml', importXml([{ id: `mended-${_how}` }]))
    expect((await client.import('import0_1.xml')).at(-1)).toBe('success')
  })

  test('an invalid item is logged and the others are imported', async () => {
    await client.exchange({
      'import0_1.xml': importXml([
        '<Товар><Наименование>Без Ид</Наименование></Товар>',
        { id: 'nameless-1', name: '' },
        { id: 'fine-1' },
        '<Товар/>',
      ]),
    })
    expect(await names('fine-1', 'nameless-1')).toHaveLength(1)
    const { rows } = await app.pool.query(
      'select reason from exchange_rejects where run_id = (select max(run_id) from exchange_rejects) order by reason',
    )
    expect(rows).toEqual([
      { reason: 'У товара нет Ид' },
      { reason: 'У товара нет Ид' },
      { reason: 'У товара нет наименования' },
    ])
    const { rows: runs } = await app.pool.query(
      "select status, counts->'goods' as goods from exchange_runs where type = 'import' order by id desc limit 1",
    )
    expect(runs).toEqual([{ status: 'done', goods: { seen: 2, created: 1, rejected: 3 } }])
  })

  test('characters that XML forbids do not stop a file', async () => {
    await client.exchange({ 'import0_1.xml': importXml([{ id: 'dirty-1', name: 'Дрель\u0001&#x1F;&#0; №5' }]) })
    expect((await names('dirty-1'))[0]?.name).toBe('Дрель    №5')
  })

  test('windows-1251 by declaration, a BOM and namespace prefixes are read', async () => {
    const xml = importXml([{ id: 'cp-1', name: 'Ключ «Ёж» № 7' }])
    await client.exchange({ 'import0_1.xml': encodeWindows1251(xml.replace('UTF-8', 'windows-1251')) })
    await client.exchange({ 'import0_1.xml': `\ufeff\n${importXml([{ id: 'bom-1', name: 'С BOM' }])}` })
    const prefixed = importXml([{ id: 'ns-1', name: 'С префиксом' }])
      .replaceAll(/<(\/?)([А-Яа-я]+)/g, '<$1c:$2')
      .replace('<c:КоммерческаяИнформация', '<c:КоммерческаяИнформация xmlns:c="urn:1C.ru:commerceml_3"')
    await client.exchange({ 'import0_1.xml': prefixed })
    expect((await names('cp-1', 'bom-1', 'ns-1')).map(({ name }) => name)).toEqual([
      'С BOM',
      'Ключ «Ёж» № 7',
      'С префиксом',
    ])
  })
})

describe('archives', () => {
  test('an archive is unpacked when a file inside it is named', async () => {
    const zip = await zipOf({
      'import0_1.xml': importXml([{ id: 'zip-1', inner: '<Картинка>import_files/zz/zip.jpg</Картинка>' }]),
      'offers0_1.xml': offersXml([offerXml('zip-1', pricesXml({ 'type-zip': '10.50' }))]),
      'import_files/zz/zip.jpg': await picture('red'),
      'evil.php': 'x',
    })
    await client.checkauth()
    await client.init()
    await client.sendInChunks('v8_1234.zip', zip, Math.ceil(zip.length / 3))
    expect((await client.import('import0_1.xml')).at(-1)).toBe('success')
    expect((await client.import('offers0_1.xml')).at(-1)).toBe('success')
    await client.complete()
    await exchangeEnded(app.pool)
    const { rows } = await app.pool.query(
      `select x.price_kopecks, (select count(*) from product_pictures l where l.product_id = p.id) as pictures
        from products p join prices x on x.product_id = p.id where p.code1c = 'zip-1'`,
    )
    expect(rows).toEqual([{ price_kopecks: 1050, pictures: 1 }])
    expect(await leftOutOf('v8_1234.zip')).toEqual([['evil.php', expect.stringContaining('не файл выгрузки')]])
  })

  test('other files of an archive are logged once, files added by macOS or Windows not at all', async () => {
    const zip = await zipOf({
      'import0_1.xml': importXml([{ id: 'nested-1' }]),
      'more.zip': await zipOf({ 'import0_2.xml': importXml([{ id: 'nested-2' }]) }),
      '__MACOSX/._import0_1.xml': 'x',
      'Thumbs.db': 'x',
      'readme.txt.exe': 'x',
    })
    await client.checkauth()
    await client.init()
    await client.send('v8_nested.zip', zip)
    expect((await client.import('import0_1.xml')).at(-1)).toBe('success')
    expect(await names('nested-1', 'nested-2')).toHaveLength(1)
    expect(await leftOutOf('v8_nested.zip')).toEqual([
      ['more.zip', 'архив внутри архива портал не распаковывает'],
      ['readme.txt.exe', expect.stringContaining('не файл выгрузки')],
    ])
  })

  test('a zip bomb is refused at constant memory', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bomb-'))
    try {
      await writeBomb(join(folder, 'bomb.zip'), 600 * 1024 ** 2)
      const bomb = await readFile(join(folder, 'bomb.zip'))
      const beforeBytes = process.memoryUsage().rss
      await client.checkauth()
      await client.init()
      await client.send('bomb.zip', bomb)
      const last = (await client.import('import0_1.xml')).at(-1)
      expect(last).toBe('failure\nАрхив распаковывается в слишком большой объём')
      expect(process.memoryUsage().rss - beforeBytes).toBeLessThan(200 * 1024 * 1024)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 120_000)

  test('a damaged archive fails', async () => {
    const zip = await zipOf({ 'import0_1.xml': importXml([{ id: 'half-1' }]) })
    await client.checkauth()
    await client.init()
    await client.send('v8.zip', zip.subarray(0, zip.length - 30))
    expect((await client.import('import0_1.xml')).at(-1)).toMatch(/^failure\nАрхив повреждён/)
  })

  test('orders in an archive are imported', async () => {
    const orders = client1c(app.origin, { ...account, type: 'sale' })
    await orders.checkauth()
    await orders.init()
    expect(
      await orders.send(
        'v8_1.zip',
        await zipOf({ 'orders-3_1.xml': document('<Документ><Ид>1</Ид><Номер>NONE-3</Номер></Документ>') }),
      ),
    ).toBe('success')
    expect((await orders.import('orders-3_1.xml')).at(-1)).toBe('success')
    expect((await app.pool.query("select count(*) as n from exchange_runs where name = 'v8_1.zip'")).rows[0]).toEqual({
      n: 1,
    })
  })
})

async function leftOutOf(archive: string): Promise<[name: string, reason: string][]> {
  const { rows } = await app.pool.query<{ name: string; reason: string }>(
    `select x.name, x.reason from exchange_runs r join exchange_rejects x on x.run_id = r.id
      where r.name = $1 and r.status = 'done' order by x.id`,
    [archive],
  )
  return rows.map(({ name, reason }) => [name, reason])
}

type Sent = string | Uint8Array

async function writeBomb(path: string, bytes: number): Promise<void> {
  const zip = new ZipFile()
  async function* spaces() {
    const piece = Buffer.alloc(1024 * 1024, ' ')
    for (let at = 0; at < bytes; at += piece.length) yield piece
  }
  zip.addReadStream(Readable.from(spaces()), 'import0_1.xml')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}
