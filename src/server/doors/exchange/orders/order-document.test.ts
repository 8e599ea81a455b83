import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { orderFaults } from '#tests/support/formats/commerceml.ts'
import { writeOrder, type OutgoingLine, type OutgoingOrder, type SchemaVersion } from './order-document.ts'
import { encodeWindows1251 } from './windows-1251.ts'

const versions = ['2.07', '2.08', '2.09', '2.10'] as const satisfies readonly SchemaVersion[]

const line: OutgoingLine = {
  code1c: 'cbcf498f-55bc-11d9-848a-00112f43529a#9b62e395-ef8b-11e3-9438-00155d020201',
  articul: 'DX-1234',
  name: 'Дрель "Вихрь" <М> & Ко',
  unit: 'шт',
  okei: '796',
  quantityMilli: 2500,
  priceKopecks: 933_542,
  sumKopecks: 2_333_855,
  vatPercent: 22,
  warehouse: 'Москва',
  warehouseCode: 'b7c1a8d0-0000-11e3-9438-00155d020201',
  note: 'Без <царапин>',
}

const order: OutgoingOrder = {
  number: '0000-000017',
  date: '2026-11-21',
  time: '02:10:07',
  status: 'Принят',
  cancelled: false,
  final: false,
  cancelRequested: false,
  sumKopecks: 3_387_397,
  paidKopecks: 0,
  payUntil: '2026-11-26',
  version: 2,
  comment: 'Позвонить\nза час',
  clientNumber: 'З-42',
  contragent: {
    id: '14ed8b50-55bd-11d9-848a-00112f43529a',
    name: 'ООО «Вектор»',
    fullName: '',
    person: false,
    inn: '7707083893',
    kpp: '770701001',
    legalAddress: 'Москва, ул. Складочная, 1',
    phone: '+7 (495) 123-45-67',
    email: 'a@b.example',
  },
  contract: { number: 'Д-1', code1c: '', payment: 'Предоплата 100 %' },
  delivery: {
    method: 'Наш транспорт',
    company: '',
    terminal: '',
    zone: 'Центр',
    date: '2026-11-24',
    kopecks: 120_000,
    vatPercent: 22,
    address: '127018, Москва',
    consignee: 'Петров Сергей',
    consigneePhone: '',
  },
  account: { name: 'Анна', phone: '' },
  lines: [
    line,
    { ...line, code1c: 'second', vatPercent: null, warehouse: 'Казань', quantityMilli: 1000, sumKopecks: 933_542 },
  ],
}

function file(document: string, version: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="${version}" ` +
    `ДатаФормирования="2026-11-21T02:10:07">${document}</КоммерческаяИнформация>`
  )
}

test('contains number, operation, buyer, warehouses, taxes, and delivery as a service', () => {
  const xml = writeOrder(order, '2.08')
  expect(xml).toContain(
    '<Номер>0000-000017</Номер><Дата>2026-11-21</Дата><ХозОперация>Заказ товара</ХозОперация>' +
      '<Роль>Продавец</Роль><Валюта>RUB</Валюта><Курс>1</Курс><Сумма>33873.97</Сумма>',
  )
  expect(xml).toContain(
    '<ЗначениеРеквизита><Наименование>Комментарий</Наименование><Значение>Без &lt;царапин&gt;</Значение>' +
      '</ЗначениеРеквизита>',
  )
  expect(xml).toContain('<ИНН>7707083893</ИНН><КПП>770701001</КПП>')
  expect(xml).toContain(
    '<Роль>Покупатель</Роль></Контрагент></Контрагенты><Время>02:10:07</Время>' +
      '<СрокПлатежа>2026-11-26</СрокПлатежа><Комментарий>Позвонить\nза час</Комментарий>',
  )
  expect(xml).toContain(
    `<Ид>${line.code1c}</Ид><Артикул>DX-1234</Артикул>` +
      '<Наименование>Дрель &quot;Вихрь&quot; &lt;М&gt; &amp; Ко</Наименование>' +
      '<БазоваяЕдиница Код="796" НаименованиеПолное="Штука" МеждународноеСокращение="PCE">шт</БазоваяЕдиница>',
  )
  expect(xml).toContain('<ЦенаЗаЕдиницу>9335.42</ЦенаЗаЕдиницу><Количество>2.5</Количество><Сумма>23338.55</Сумма>')
  expect(xml).toContain('<Наименование>Склад</Наименование><Значение>Казань</Значение>')
  expect(xml).toContain('<Ид>ORDER_DELIVERY</Ид>')
  // 4 208,59 ₽ of the goods and 216,39 ₽ of the delivery.
  expect(xml).toContain(
    '<Налоги><Налог><Наименование>НДС</Наименование><УчтеноВСумме>true</УчтеноВСумме><Сумма>4424.98</Сумма>' +
      '<Ставка>22</Ставка></Налог></Налоги><Товары>',
  )
  expect(xml).toContain('<Наименование>Отменен</Наименование><Значение>false</Значение>')
})

test('paid delivery has VAT like a line of goods, and none if the seller pays no VAT', () => {
  const delivery = (vatPercent: number | null) => {
    const xml = writeOrder({ ...order, lines: [], delivery: { ...order.delivery, vatPercent } }, '2.08')
    return xml.slice(xml.indexOf('<Ид>ORDER_DELIVERY</Ид>'), xml.indexOf('</Товары>'))
  }
  expect(delivery(22)).toContain(
    '<СтавкиНалогов><СтавкаНалога><Наименование>НДС</Наименование><Ставка>22</Ставка></СтавкаНалога></СтавкиНалогов>',
  )
  expect(delivery(22)).toContain(
    '<Сумма>1200.00</Сумма><Налоги><Налог><Наименование>НДС</Наименование><УчтеноВСумме>true</УчтеноВСумме>' +
      '<Сумма>216.39</Сумма><Ставка>22</Ставка></Налог></Налоги></Товар>',
  )
  expect(delivery(null)).toContain('<Ставка>Без налога</Ставка>')
  expect(delivery(null)).not.toContain('<Налоги>')
})

describe('is valid against our schema of order documents, and against those of CommerceML if present', () => {
  test.each(versions)('%s', (version) => {
    const person = { ...order.contragent, person: true, inn: '500100732259', kpp: '' }
    const documents = [
      order,
      { ...order, contragent: person, cancelled: true, payUntil: null },
      { ...order, lines: [], delivery: { ...order.delivery, kopecks: 0 } },
      { ...order, delivery: { ...order.delivery, vatPercent: null } },
      {
        ...order,
        lines: [
          { ...line, okei: '8751', articul: '' },
          { ...line, okei: '1', unit: '' },
        ],
        comment: '',
      },
    ]
    expect(orderFaults(file(documents.map((each) => writeOrder(each, version)).join(''), version), version)).toEqual([])
    expect(orderFaults(file('', version), version)).toEqual([])
    for (const invalid of invalidDocuments(writeOrder(order, version)))
      expect(orderFaults(file(invalid, version), version), invalid).not.toEqual([])
  })

  test('whatever people typed', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 })
    const amount = fc.integer({ min: 0, max: 10 ** 12 })
    fc.assert(
      fc.property(text, text, amount, amount, (words, name, priceKopecks, quantityMilli) => {
        const typed = {
          ...order,
          comment: words.repeat(12),
          clientNumber: words,
          contragent: { ...order.contragent, name: name || 'x', phone: words, legalAddress: words, inn: words },
        }
        const lines = [
          {
            ...line,
            name: `т${name}`,
            articul: words,
            unit: words,
            okei: words.slice(0, 4),
            priceKopecks,
            quantityMilli,
          },
        ]
        expect(orderFaults(file(writeOrder({ ...typed, lines }, '2.07'), '2.07'), '2.07')).toEqual([])
      }),
      // Broke it before: a comment of only white space or of characters invalid in XML.
      {
        numRuns: 100,
        examples: [
          ['\t', '', 0, 0],
          ['\u0001', '\u0001', 0, 0],
        ],
      },
    )
  })
})

/** Each has one fault that 1C would reject. */
function invalidDocuments(xml: string): string[] {
  const corrupt = (from: string, to: string) => {
    if (!xml.includes(from)) throw new Error(`the document has no ${from}`)
    return xml.replace(from, to)
  }
  return [
    '<Документ/>',
    corrupt('<Роль>Продавец</Роль>', ''),
    corrupt('<Дата>2026-11-21</Дата>', '<Дата>21.11.2026</Дата>'),
    corrupt('<Количество>2.5</Количество>', '<Количество>2,5</Количество>'),
    corrupt('<Сумма>33873.97</Сумма>', '<Сумма>33 873,97</Сумма>'),
    corrupt(
      '<ЦенаЗаЕдиницу>9335.42</ЦенаЗаЕдиницу><Количество>2.5</Количество>',
      '<Количество>2.5</Количество><ЦенаЗаЕдиницу>9335.42</ЦенаЗаЕдиницу>',
    ),
    corrupt('<ИНН>7707083893</ИНН>', '<ИНН>77070838</ИНН>'),
    corrupt('<Ставка>22</Ставка>', '<Ставка></Ставка>'),
  ]
}

test('windows-1251 encodes Cyrillic as bytes and everything else as character references', () => {
  const encoded = encodeWindows1251('<?xml version="1.0" encoding="windows-1251"?><а б="№">Ёж — ₽ 😀</а>')
  expect(encoded.includes(Buffer.from([0xb9]))).toBe(true)
  const document = XmlDocument.fromBuffer(encoded)
  expect(document.root.content).toBe('Ёж — ₽ 😀')
  document.dispose()
})
