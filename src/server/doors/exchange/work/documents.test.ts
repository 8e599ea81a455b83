import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLocalStore } from '#server/platform/files/store.ts'
import type { TestApp } from '#tests/support/app.ts'
import { client1c, type Client1c } from '#tests/support/client-1c.ts'
import { account, exchangeEnded, picture, startExchangeApp } from '#tests/support/exchange.ts'
import { importXml, offersXml, offerXml, pricesXml } from '#tests/support/export-1c.ts'

let app: TestApp
let client: Client1c

beforeAll(async () => {
  app = await startExchangeApp()
})
afterAll(() => app.close())
beforeEach(() => {
  client = client1c(app.origin, account)
})

const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}`)
const requisite = ([name, value]: [name: string, value: string]) =>
  `<ЗначениеРеквизита><Наименование>${name}</Наименование><Значение>${value}</Значение></ЗначениеРеквизита>`
const requisites = (...each: [name: string, value: string][]) =>
  `<ЗначенияРеквизитов>${each.map(requisite).join('')}</ЗначенияРеквизитов>`
const shown = async (code: string) => {
  const { rows } = await app.pool.query<{ id: number; name: string; type: string; key: string; size: number }>(
    `select d.id, d.name, d.type, d.key, d.size_bytes as size from product_documents d
      join products p on p.id = d.product_id where p.code1c = $1 order by d.position`,
    [code],
  )
  return rows
}
const send = async (files: Record<string, string | Uint8Array>) => {
  await client.exchange(files)
  await exchangeEnded(app.pool)
}

test('documents may precede or follow their good, have 1C’s names and are replaced by a new file', async () => {
  const good = importXml([
    {
      id: 'doc-1',
      inner: `<Картинка>import_files\\AB\\face.jpg</Картинка>
        <Картинка>import_files/ab/Сертификат.PDF</Картинка>${requisites(
          ['Файл', 'import_files/ab/manual.docx'],
          ['ОписаниеФайла', 'import_files/ab/manual.docx#Руководство № 1'],
          ['ОписаниеФайла', 'import_files/AB/face.jpg#Лицо'],
          ['Описание Файла', 'import_files/ab/list.xls#Детали'],
        )}`,
    },
  ])
  await send({
    'import_files/ab/manual.docx': Buffer.from('PK\x03\x04 docx'),
    'import_files/ab/face.jpg': await picture('red'),
    'import0_1.xml': good,
  })
  expect(await shown('doc-1')).toMatchObject([{ name: 'Руководство № 1', type: 'docx', size: 9 }])
  await send({
    'import_files/ab/Сертификат.PDF': pdf('first'),
    'import_files/ab/list.xls': Buffer.from('\xd0\xcf\x11\xe0 xls', 'latin1'),
  })
  const documents = await shown('doc-1')
  expect(documents.map(({ name, type }) => `${name}.${type}`)).toEqual([
    'Сертификат.pdf',
    'Руководство № 1.docx',
    'Детали.xls',
  ])
  expect(await gallery('doc-1')).toBe(1)

  await send({ 'import_files/ab/сертификат.pdf': pdf('second') })
  const [certificate] = await shown('doc-1')
  expect(certificate?.id).toBe(documents[0]?.id)
  expect(
    (await buffer(openLocalStore(join(app.config.dataDir, 'files')).get(certificate?.key ?? ''))).toString(),
  ).toContain('second')

  await send({
    'import0_1.xml': importXml([
      { id: 'doc-1', inner: requisites(['ОписаниеФайла', 'import_files/ab/manual.docx#Инструкция']) },
    ]),
  })
  expect((await shown('doc-1')).map(({ name }) => name)).toEqual(['Инструкция'])
})

test('a file that does not match its extension is rejected in the log; documents added by staff stay', async () => {
  await send({ 'import0_1.xml': importXml([{ id: 'doc-2', inner: '<Картинка>import_files/x.pdf</Картинка>' }]) })
  await app.pool.query(
    `insert into product_documents (product_id, name, key, type, size_bytes)
      select id, 'От сотрудника', 'documents/aa/own.pdf', 'pdf', 1 from products where code1c = 'doc-2'`,
  )
  await send({
    'import_files/x.pdf': '<script>alert(1)</script>',
    'import_files/y.docx': pdf('not a docx'),
    'import0_1.xml': importXml([{ id: 'doc-2' }]),
  })
  expect((await shown('doc-2')).map(({ name }) => name)).toEqual(['От сотрудника'])
  const { rows } = await app.pool.query(
    "select code, reason from exchange_rejects where kind = 'documents' order by code",
  )
  expect(rows).toEqual([
    { code: 'import_files/x.pdf', reason: 'Файл не является документом PDF' },
    { code: 'import_files/y.docx', reason: 'Файл не является документом DOCX' },
  ])
})

test('an import writes the price history once per change, and nothing for unchanged prices', async () => {
  const offers = (first: string, second: string) =>
    offersXml([offerXml('priced-1', pricesXml({ opt: first })), offerXml('priced-2', pricesXml({ opt: second }))])
  const kept = async (code: string) => {
    const { rows } = await app.pool.query<{ kopecks: number | null }>(
      `select price_kopecks::int as kopecks from price_history join products p on p.id = product_id where code1c = $1
        order by since`,
      [code],
    )
    return rows.map(({ kopecks }) => kopecks)
  }
  await send({
    'import0_1.xml': importXml([{ id: 'priced-1' }, { id: 'priced-2' }]),
    'offers0_1.xml': offers('100', '200'),
  })
  await send({ 'offers0_1.xml': offers('100', '210.50') })
  await send({ 'offers0_1.xml': offers('0', '210.50') })
  expect([await kept('priced-1'), await kept('priced-2')]).toEqual([
    [10_000, null],
    [20_000, 21_050],
  ])
})

async function gallery(code: string): Promise<number> {
  const { rows } = await app.pool.query<{ n: number }>(
    'select count(*)::int as n from product_pictures l join products p on p.id = l.product_id where p.code1c = $1',
    [code],
  )
  return rows[0]?.n ?? 0
}
