import { createReadStream, globSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { samplesAbsent } from '#tests/support/formats/commerceml.ts'
import { document, importXml, offersXml } from '#tests/support/export-1c.ts'
import { encodeWindows1251 } from '../orders/windows-1251.ts'
import { BrokenFile } from './broken-file.ts'
import type { Item } from './items.ts'
import { readCommerceML } from './read-commerceml.ts'

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(xml: string | Uint8Array, size = 65_536): Promise<Item[]> {
  const items: Item[] = []
  for await (const some of readCommerceML(pieces(typeof xml === 'string' ? Buffer.from(xml) : xml, size)))
    items.push(...some)
  return items
}

const offer = async (inner: string) => (await read(offersXml([inner]))).find((item) => item.kind === 'offer')

describe.skipIf(samplesAbsent)('every real file', () => {
  const folder = '../shared/samples/commerceml'
  test.each<[string, Record<string, number>]>([
    ['trade-demo-2.07/import0_1.xml', { group: 59, property: 10, catalogue: 1, good: 1197 }],
    ['trade-demo-2.07/offers0_1.xml', { priceType: 1, warehouse: 6, offer: 2641 }],
    ['split-3.1/import.xml', { group: 1, priceType: 8, warehouse: 12, unit: 1, catalogue: 1 }],
    ['split-3.1/properties/1/import.xml', { property: 25, catalogue: 1 }],
    ['split-3.1/properties/1/offers.xml', { property: 12 }],
    ['split-3.1/goods/1/import.xml', { catalogue: 1, good: 21 }],
    ['split-3.1/goods/1/offers.xml', { offer: 86 }],
    ['split-3.1/goods/1/prices.xml', { offer: 86 }],
    ['split-3.1/goods/1/rests.xml', { offer: 86 }],
    // Documents and orders contain nothing for a catalogue, which is not an error.
    ['split-3.1/documents/1/documents.xml', {}],
    ['split-3.1/documents/2/documents.xml', {}],
    ['orders/orders.xml', {}],
    ['orders/orders_from_1c_cp1251.xml', {}],
  ])('%s is read to the end', async (path, expected) => {
    const counts: Record<string, number> = {}
    for await (const items of readCommerceML(createReadStream(`${folder}/${path}`)))
      for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1
    expect(counts).toEqual(expected)
  })

  test('every sample file is listed above', () => {
    expect(globSync(`${folder}/{trade-demo-2.07,split-3.1,orders}/**/*.xml`)).toHaveLength(13)
  })
})

describe('a file', () => {
  test('is read the same in chunks of any size', async () => {
    const xml = Buffer.from(
      importXml([
        { id: 'a', name: 'Ёмкость &amp; &#1046;&#x416; «№»' },
        { id: 'b', inner: '<Описание><![CDATA[<b>ж</b>]]></Описание>' },
      ]),
    )
    const whole = await read(xml)
    expect(whole.map((item) => item.kind)).toEqual(['catalogue', 'good', 'good'])
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 300 }), async (size) => {
        expect(await read(xml, size)).toEqual(whole)
      }),
      { numRuns: 60 },
    )
  })

  test('is decoded by its declaration or byte order mark', async () => {
    const xml = importXml([{ id: 'a', name: 'Съёмник №1' }])
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml.replace('UTF-8', 'UTF-16'), 'utf16le')])
    for (const bytes of [
      Buffer.from(`\ufeff \n${xml}`),
      encodeWindows1251(xml.replace('UTF-8', 'windows-1251')),
      utf16,
      Buffer.from(xml.replace(/<\?xml.*?\?>/, '')),
    ]) {
      expect((await read(bytes, 7)).at(-1)).toMatchObject({ kind: 'good', name: 'Съёмник №1' })
    }
  })

  test('damaged anywhere is either read or refused in Russian', async () => {
    const xml = Buffer.from(importXml([{ id: 'a', inner: '<Описание>что-то</Описание>' }]))
    await fc.assert(
      fc.asyncProperty(fc.nat(xml.length - 1), fc.nat(255), fc.nat(20), async (at, byte, cut) => {
        const bytes = Buffer.concat([
          xml.subarray(0, at),
          Buffer.from([byte]),
          xml.subarray(Math.min(xml.length, at + cut)),
        ])
        await read(bytes).catch((error: unknown) => {
          expect(error).toBeInstanceOf(BrokenFile)
          expect((error as Error).message).toMatch(/[а-я]/i)
        })
      }),
      { numRuns: 500 },
    )
  })

  test('with an unbounded text is refused; of an unbounded record only that record is rejected', async () => {
    await expect(read(document(`<Каталог><Описание>${'я'.repeat(9_000_000)}</Описание></Каталог>`))).rejects.toThrow(
      BrokenFile,
    )
    const items = await read(
      importXml([{ id: 'a', inner: `<ЗначенияСвойств>${'<a/>'.repeat(400_001)}</ЗначенияСвойств>` }, { id: 'b' }]),
    )
    expect(items.filter(({ kind }) => kind === 'reject')).toMatchObject([
      { of: 'good', code: 'a', reason: 'Запись «Товар» слишком велика: больше 400\u00a0000 элементов и атрибутов' },
    ])
    expect(items.filter(({ kind }) => kind === 'good')).toMatchObject([{ code: 'b' }])
  })

  test.each([
    ['a text', `<Описание>${'я'.repeat(9_000_000)}`],
    ['a comment', `<!--${'-я'.repeat(4_500_000)}`],
    ['a start tag', `<Описание ${Array.from({ length: 20 }, (_, at) => `а${at}="${'я'.repeat(500_000)}"`).join(' ')}`],
    ['a name', `<${'я'.repeat(3000)}>`],
  ])('with %s without end is refused before the end', async (_what, start) => {
    let fed = 0
    async function* endless() {
      for await (const piece of pieces(Buffer.from(`<КоммерческаяИнформация><Каталог>${start}`), 65_536)) {
        fed += piece.length
        yield piece
      }
      // Endless if never refused.
      throw new Error(`read all ${fed} bytes`)
    }
    await expect(
      (async () => {
        for await (const _ of readCommerceML(endless())) continue
      })(),
    ).rejects.toThrow(/^Слишком длинн/)
  })

  test.each([
    ['of large attributes', 12, `<a b="${'я'.repeat(1_000_000)}">`],
    ['of very many small attributes', 20, `<a ${Array.from({ length: 20_000 }, (_, at) => `б${at}=""`).join(' ')}>`],
  ])(
    'with nested start tags %s is refused, wherever they are',
    async (_what, depth, tag) => {
      const nested = tag.repeat(depth) + '</a>'.repeat(depth)
      for (const xml of [
        document(`<Каталог><Товары><Товар><Ид>x</Ид>${nested}</Товар></Товары></Каталог>`),
        document(`<Каталог>${nested}</Каталог>`),
        document(`<Классификатор><Группы><Группа><Ид>x</Ид>${nested}</Группа></Группы></Классификатор>`),
      ]) {
        await expect(read(xml)).rejects.toThrow(/^Атрибуты вложенных элементов XML больше 16 МБ: строка \d+$/)
      }
      // In sequence they are harmless.
      const behind = `${tag}</a>`.repeat(depth)
      expect((await read(document(`<Каталог><Ид>1</Ид>${behind}</Каталог>`))).map(({ kind }) => kind)).toEqual([
        'catalogue',
      ])
    },
    30_000,
  )

  test('with a record of very many attributes is read without that record', async () => {
    const attributes = Array.from({ length: 10_000 }, (_, at) => `б${at}=""`).join(' ')
    const items = await read(importXml([{ id: 'a', inner: `<a ${attributes}/>`.repeat(40) }, { id: 'b' }]))
    expect(items.filter(({ kind }) => kind === 'reject')).toMatchObject([
      { of: 'good', code: 'a', reason: expect.stringContaining('элементов и атрибутов') as string },
    ])
    expect(items.filter(({ kind }) => kind === 'good')).toMatchObject([{ code: 'b' }])
  })

  test('with records of more than 16 MB of text is read without those records, wherever the text is', async () => {
    const text = 'я'.repeat(1024 * 1024)
    const owner = `<Владелец><ИНН>1</ИНН><Наименование>${text}</Наименование></Владелец>`
    const large = (part: string) => `<ЗначенияРеквизитов>${part.repeat(9)}</ЗначенияРеквизитов>`
    const items = await read(
      importXml(
        [
          {
            id: 'texts',
            inner: large(
              `<ЗначениеРеквизита><Наименование>a</Наименование><Значение>${text}</Значение></ЗначениеРеквизита>`,
            ),
          },
          { id: 'attributes', inner: large(`<ЗначениеРеквизита Значение="${text}"/>`) },
          { id: 'between', inner: large(`<a/>${text}`) },
          { id: 'whole', inner: `<Описание>${'я'.repeat(6 * 1024 * 1024)}</Описание>` },
          { id: 'after' },
        ],
        {
          classifier: `<Классификатор>${owner}</Классификатор>`,
        },
      ),
    )
    const reason = 'Запись «Товар» слишком велика: больше 16 МБ текста'
    expect(items.filter(({ kind }) => kind === 'reject')).toMatchObject([
      { of: 'good', reason: 'Запись «Владелец» слишком велика: больше 64 КБ текста' },
      { of: 'good', code: 'texts', name: 'Товар texts', reason },
      { code: 'attributes', reason },
      { code: 'between', reason },
    ])
    expect(items.flatMap((item) => (item.kind === 'good' ? [item.code] : []))).toEqual(['whole', 'after'])
  })
})

describe('groups', () => {
  const codes = (items: Item[]) =>
    items.flatMap((item) => (item.kind === 'group' ? [[item.code, item.parentCode]] : []))
  const classifier = (groups: string) => document(`<Классификатор><Ид>k</Ид><Группы>${groups}</Группы></Классификатор>`)

  test('are read parents first, wherever their name is', async () => {
    const nested =
      '<Группа><Ид>1</Ид><Наименование>A</Наименование><Свойства><Свойство><Ид>p</Ид></Свойство></Свойства>' +
      '<Группы><Группа><Ид>2</Ид><Наименование>B</Наименование></Группа></Группы></Группа>'
    const late =
      '<Группа><Группы><Группа><Ид>2</Ид><Наименование>B</Наименование></Группа></Группы>' +
      '<Наименование>A</Наименование><Ид>1</Ид></Группа>'
    for (const groups of [nested, late])
      expect(codes(await read(classifier(groups)))).toEqual([
        ['1', undefined],
        ['2', '1'],
      ])
  })

  test('may have their description before or after subgroups, as an element or an attribute', async () => {
    const below = '<Группы><Группа Ид="2" Наименование="B" Описание="Ниже"/></Группы>'
    const description = '<Описание><![CDATA[<p>Выше & краше</p>]]></Описание>'
    const named = '<Ид>1</Ид><Наименование>A</Наименование>'
    for (const parts of [
      description + named + below,
      named + description + below,
      below + named + description,
      named + below + description,
    ]) {
      const items = await read(
        classifier(`<Группа>${parts}</Группа><Группа><Ид>3</Ид><Наименование>C</Наименование></Группа>`),
      )
      expect(items).toMatchObject([
        { code: '1', description: '<p>Выше & краше</p>' },
        { code: '2', parentCode: '1', description: 'Ниже' },
        { code: '3', description: undefined },
      ])
    }
  })

  test('are buffered within a limit while a parent group is open', async () => {
    const long = 'я'.repeat(90_000)
    const below = Array.from(
      { length: 300 },
      (_, at) => `<Группа><Ид>${at}</Ид><Наименование>${at}</Наименование><Описание>${long}</Описание></Группа>`,
    )
    const xml = classifier(
      `<Группа><Ид>top</Ид><Наименование>Верх</Наименование><Группы>${below.join('')}</Группы></Группа>`,
    )
    const sizes: number[] = []
    for await (const items of readCommerceML(pieces(Buffer.from(xml), 65_536))) sizes.push(items.length)
    expect(sizes.reduce((sum, each) => sum + each)).toBe(301)
    expect(Math.max(...sizes)).toBeLessThan(120)
  })

  test('with unbounded names or codes are rejected individually, and no part of them is kept', async () => {
    const long = 'я'.repeat(500_000)
    const items = await read(
      classifier(`<Группа><Ид>1</Ид><Наименование>${long}</Наименование><Группы>
      <Группа><Ид>${long}</Ид><Наименование>B</Наименование></Группа>
      <Группа><Ид>3</Ид><Наименование>C</Наименование><ИдРодителя>${long}</ИдРодителя></Группа>
      <Группа Ид="4" Наименование="${long}"/>
      <Группа><Ид>5</Ид><Наименование>E</Наименование></Группа></Группы></Группа>`),
    )
    expect(items.map((item) => (item.kind === 'reject' ? [item.code.slice(0, 5), item.reason] : item.kind))).toEqual([
      ['1', 'Наименование группы длиннее 1000 знаков'],
      ['яяяяя', 'Ид группы длиннее 200 знаков'],
      ['3', 'Ид вышестоящей группы длиннее 200 знаков'],
      ['4', 'Наименование группы длиннее 1000 знаков'],
      'group',
    ])
    expect(JSON.stringify(items).length).toBeLessThan(5000)
  })

  test('without Ид are rejected individually', async () => {
    const items = await read(
      classifier(
        '<Группа><Наименование>A</Наименование></Группа><Группа><Ид>2</Ид><Наименование>B</Наименование></Группа>',
      ),
    )
    expect(items.map(({ kind }) => kind)).toEqual(['reject', 'group'])
  })
})

describe('stock', () => {
  const expected = [
    { warehouseCode: 'w1', quantity: '5' },
    { warehouseCode: 'w2', quantity: '0' },
  ]
  test.each([
    [
      'attributes',
      '<Количество>5</Количество><Склад ИдСклада="w1" КоличествоНаСкладе="5"/>' +
        '<Склад ИдСклада="w2" КоличествоНаСкладе="0"/>',
      '5',
    ],
    [
      'rests',
      '<Остатки><Остаток><Склад><Ид>w1</Ид><Количество>5</Количество></Склад></Остаток><Остаток><Склад>' +
        '<Ид>w2</Ид><Количество>0</Количество></Склад></Остаток></Остатки>',
      undefined,
    ],
    [
      'changes',
      '<Склады ИдСклада="w1" КоличествоНаСкладе="5"/><Склады ИдСклада="w2" КоличествоНаСкладе="0"/>',
      undefined,
    ],
  ])('as %s is read the same', async (_shape, inner, total) => {
    expect(await offer(`<Предложение><Ид>g</Ид>${inner}</Предложение>`)).toMatchObject({ stocks: expected, total })
  })

  test('as a bare number has no warehouse', async () => {
    expect(await offer('<Предложение><Ид>g</Ид><Количество>5</Количество></Предложение>')).toMatchObject({
      stocks: [],
      total: '5',
    })
    expect(
      await offer(
        '<Предложение><Ид>g</Ид><Остатки><Остаток><Количество>5</Количество></Остаток></Остатки></Предложение>',
      ),
    ).toMatchObject({ stocks: [], total: '5' })
  })

  test('a separately given characteristic is joined to the Ид; a zero one counts as none', async () => {
    expect(await offer('<Предложение><Ид>g</Ид><ИдХарактеристики>c</ИдХарактеристики></Предложение>')).toMatchObject({
      code: 'g#c',
    })
    expect(
      await offer(
        '<Предложение><Ид>g</Ид><ИдХарактеристики>00000000-0000-0000-0000-000000000000</ИдХарактеристики>' +
          '</Предложение>',
      ),
    ).toMatchObject({ code: 'g' })
  })
})
