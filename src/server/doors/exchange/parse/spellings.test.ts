import { describe, expect, test } from 'vitest'
import { classifierXml, document, goodXml, importXml, offersXml, pricesXml } from '#tests/support/export-1c.ts'
import { encodeWindows1251 } from '../orders/windows-1251.ts'
import type { Item } from './items.ts'
import { readCommerceML } from './read-commerceml.ts'

/** How other configurations, older and newer ones and programs that imitate 1C write the same thing. */

async function read(content: string | Uint8Array): Promise<Item[]> {
  const items: Item[] = []
  const bytes = (async function* () {
    yield Buffer.from(content as string)
  })()
  for await (const some of readCommerceML(bytes)) items.push(...some)
  return items
}

const requisite = (name: string, value: string) =>
  `<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>${name}</Наименование><Значение>${value}</Значение>` +
  '</ЗначениеРеквизита></ЗначенияРеквизитов>'
const guid = 'e0ebf92b-554b-4fbf-8dfa-26e48d6cf943'
const goods = async (...wanted: Parameters<typeof importXml>) =>
  (await read(importXml(...wanted))).filter((item) => item.kind === 'good')

describe('a good is read the same', () => {
  test.each<[string, string, object]>([
    [
      'with an Ид in capitals',
      `<Товар><Ид>${guid.toUpperCase()}</Ид><Наименование>А</Наименование></Товар>`,
      { code: guid },
    ],
    [
      'with a code that is no GUID, letter by letter',
      '<Товар><Ид>jtv4DfrCgwf8axw</Ид><Наименование>А</Наименование></Товар>',
      { code: 'jtv4DfrCgwf8axw' },
    ],
    [
      'with attributes for elements',
      '<Товар Ид="a" Наименование="А" Артикул="1" Штрихкод="46" БазоваяЕдиница="кг"/>',
      { code: 'a', name: 'А', articul: '1', barcodes: ['46'], unit: { name: 'кг' } },
    ],
    [
      'with an empty element before the filled one',
      '<Товар><Ид>a</Ид><Артикул/><Наименование> </Наименование><Артикул>1</Артикул>' +
        '<Наименование>А</Наименование></Товар>',
      { name: 'А', articul: '1' },
    ],
    [
      'in another order of elements, with comments and CDATA',
      '<Товар><!-- к --><Наименование><![CDATA[А & Б]]></Наименование><Группы><Ид>g</Ид></Группы><Ид>a</Ид></Товар>',
      { code: 'a', name: 'А & Б', groupCodes: ['g'] },
    ],
    [
      'with a section repeated',
      goodXml({ id: 'a', inner: '<Группы><Ид>g</Ид></Группы><Группы><Ид>h</Ид><Ид>g</Ид></Группы>' }),
      { groupCodes: ['g', 'h'] },
    ],
    [
      'with barcodes in any of three ways',
      goodXml({
        id: 'a',
        inner: '<ШтрихКод>1, 2</ШтрихКод><Штрихкод/><Штрихкоды><Штрихкод><Значение>3</Значение></Штрихкод></Штрихкоды>',
      }),
      { barcodes: ['1', '2', '3'] },
    ],
    [
      'with the unit as a word',
      goodXml({ id: 'a', inner: '<БазоваяЕдиница>упак.</БазоваяЕдиница>' }),
      { unit: { okei: '', name: 'упак.' } },
    ],
    [
      'with the unit as a code alone',
      goodXml({ id: 'a', inner: '<БазоваяЕдиница> 166 </БазоваяЕдиница>' }),
      { unit: { okei: '166', name: '' } },
    ],
    [
      'with the unit in elements',
      goodXml({
        id: 'a',
        inner:
          '<БазоваяЕдиница><Код>778</Код><НаименованиеКраткое>упак</НаименованиеКраткое>' +
          '<Пересчет Единица="796" Коэффициент="12"/></БазоваяЕдиница>',
      }),
      { unit: { okei: '778', name: 'упак', recounts: [{ okei: '796', coefficient: '12' }] } },
    ],
    [
      'with its maker as text',
      goodXml({ id: 'a', inner: '<Изготовитель>Тверь</Изготовитель>' }),
      { manufacturer: 'Тверь' },
    ],
    [
      'with its brand as an element',
      goodXml({ id: 'a', inner: '<Изготовитель/><ТорговаяМарка>Рысь</ТорговаяМарка>' }),
      { manufacturer: 'Рысь' },
    ],
    [
      'with its code and full name as elements',
      goodXml({ id: 'a', inner: '<Код>00-1</Код><ПолноеНаименование>А длинный</ПолноеНаименование>' }),
      {
        requisites: [
          { name: 'ПолноеНаименование', value: 'А длинный' },
          { name: 'Код', value: '00-1' },
        ],
      },
    ],
    [
      'with pictures in a section of their own',
      goodXml({ id: 'a', inner: '<Картинки><Картинка>import_files\\фото 1.jpg</Картинка></Картинки>' }),
      { pictures: ['import_files\\фото 1.jpg'] },
    ],
    [
      'with values by name, without a classifier',
      goodXml({
        id: 'a',
        inner:
          '<ЗначенияСвойств><ЗначенияСвойства><Наименование>Цвет</Наименование><Значение>синий</Значение>' +
          '<Значение/></ЗначенияСвойства></ЗначенияСвойств>',
      }),
      { properties: [{ propertyCode: '', name: 'Цвет', values: ['синий'] }] },
    ],
    [
      'with a value by its Ид in capitals and as text',
      goodXml({
        id: 'a',
        inner:
          `<ЗначенияСвойств><ЗначенияСвойства><Ид>p</Ид><ИдЗначения>${guid.toUpperCase()}</ИдЗначения>` +
          '<Значение>синий</Значение></ЗначенияСвойства></ЗначенияСвойств>',
      }),
      { properties: [{ propertyCode: 'p', values: [guid, 'синий'] }] },
    ],
    [
      'with the rate of VAT in words',
      goodXml({
        id: 'a',
        inner:
          '<СтавкиНалогов><СтавкаНалога><Наименование>Акциз</Наименование><Ставка>5</Ставка></СтавкаНалога>' +
          '<СтавкаНалога><Наименование>НДС</Наименование><Ставка>Без налога</Ставка></СтавкаНалога>' +
          '</СтавкиНалогов>',
      }),
      { vat: 'Без налога' },
    ],
  ])('%s', async (_how, xml, expected) => {
    expect((await goods([xml]))[0]).toMatchObject(expected)
  })

  test.each<[string, string]>([
    ['an attribute', goodXml({ id: 'a', attributes: 'Статус="Удалён"' })],
    ['the mark', goodXml({ id: 'a', inner: '<ПометкаУдаления>Истина</ПометкаУдаления>' })],
    ['an element', goodXml({ id: 'a', inner: '<Статус>Удален</Статус>' })],
    ['a flag', goodXml({ id: 'a', inner: '<Удален>true</Удален>' })],
    ['a requisite', goodXml({ id: 'a', inner: requisite('Пометка удаления', 'true') })],
  ])('as deleted with %s', async (_how, xml) => {
    expect((await goods([xml]))[0]).toMatchObject({ deleted: true })
  })

  test('as active with another status', async () => {
    expect(
      await goods([
        goodXml({
          id: 'a',
          attributes: 'Статус="БезИзменений"',
          inner: `<ПометкаУдаления>false</ПометкаУдаления>${requisite('ПометкаУдаления', 'false')}`,
        }),
      ]),
    ).toMatchObject([{ deleted: false }])
  })

  test('and without Картинка keeps its pictures in an export of changes and has none in a full catalogue', async () => {
    const [omitted, whole, empty] = [
      await goods([{ id: 'a' }]),
      await goods([{ id: 'a' }], { full: true }),
      await goods([{ id: 'a', inner: '<Картинка/>' }]),
    ]
    expect([omitted, whole, empty].map(([good]) => [good?.pictures, good?.documents])).toEqual([
      [undefined, undefined],
      [[], []],
      [[], []],
    ])
  })
})

describe('a file is read the same', () => {
  const xml = importXml([{ id: 'a', name: 'Съёмник №1' }])
  test.each<[string, string | Uint8Array]>([
    ['declared as UTF-8 and encoded in windows-1251', encodeWindows1251(xml)],
    ['without a declaration and encoded in windows-1251', encodeWindows1251(xml.replace(/<\?xml.*?\?>/, ''))],
    ['declared as windows-1251 and encoded in UTF-8', xml.replace('UTF-8', 'windows-1251')],
    ['in UTF-16 without a mark', Buffer.from(xml.replace('UTF-8', 'UTF-16'), 'utf16le')],
    ['with a long comment at its head', encodeWindows1251(xml.replace('?>', `?><!-- ${'выгрузка '.repeat(40)} -->`))],
    [
      'in a namespace of version 3',
      xml.replace(
        '<КоммерческаяИнформация',
        '<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_3" xmlns:xs="http://www.w3.org/2001/XMLSchema"',
      ),
    ],
  ])('%s', async (_how, content) => {
    expect((await read(content)).at(-1)).toMatchObject({ kind: 'good', name: 'Съёмник №1' })
  })

  test('with several classifiers and catalogues, each good in its own', async () => {
    const catalogue = (code: string, id: string, full: boolean) =>
      classifierXml({ groups: `<Группа><Ид>g-${code}</Ид><Наименование>${code}</Наименование></Группа>` }) +
      `<Каталог><Ид>${code}</Ид><СодержитТолькоИзменения>${String(!full)}</СодержитТолькоИзменения>` +
      `<Товары>${goodXml({ id })}</Товары></Каталог>`
    const items = await read(document(catalogue('one', 'a', true) + catalogue('two', 'b', false)))
    expect(items.filter(({ kind }) => kind !== 'group')).toMatchObject([
      { kind: 'catalogue', code: 'one', full: true },
      { code: 'a', catalogueCode: 'one' },
      { kind: 'catalogue', code: 'two', full: false },
      { code: 'b', catalogueCode: 'two' },
    ])
  })

  test('with properties in the form of 2.03, in the classifier or in a group', async () => {
    const property = (id: string) =>
      `<СвойствоНоменклатуры><Ид>${id}</Ид><Наименование>Цвет</Наименование><ВариантыЗначений><Вариант>` +
      `<Ид>${guid.toUpperCase()}</Ид><Значение>синий</Значение></Вариант></ВариантыЗначений>` +
      '</СвойствоНоменклатуры>'
    const group =
      `<Группа><Ид>g</Ид><Наименование>А</Наименование><Свойства>${property('p')}<Свойство><Ид>listed</Ид>` +
      '</Свойство></Свойства><Группы><Группа Ид="h" Наименование="Б" Статус="Удален"/></Группы></Группа>'
    const items = await read(document(classifierXml({ groups: group, properties: property('q') })))
    expect(items).toMatchObject([
      { kind: 'property', code: 'p', values: [{ code: guid, value: 'синий' }] },
      { kind: 'group', code: 'g' },
      { kind: 'group', code: 'h', parentCode: 'g', deleted: true },
      { kind: 'property', code: 'q' },
    ])
  })
})

describe('an offer is read the same', () => {
  const offer = async (inner: string, head = '') =>
    (await read(offersXml([`<Предложение>${inner}</Предложение>`], { head }))).find((item) => item.kind === 'offer')

  test.each<[string, string, string]>([
    ['of a variant', '<Ид>g#c</Ид>', 'g#c'],
    ['of a variant with a separate code', '<Ид>g</Ид><ИдХарактеристики>c</ИдХарактеристики>', 'g#c'],
    [
      'of a variant in capitals',
      `<Ид>${guid.toUpperCase()}#${guid.toUpperCase().replace('E0', 'E1')}</Ид>`,
      `${guid}#${guid.replace('e0', 'e1')}`,
    ],
    ['of a good with its code repeated', '<Ид>g#g</Ид>', 'g'],
    ['of a good with an empty variant', '<Ид>g#</Ид>', 'g'],
    [
      'of a good with a zero variant',
      '<Ид>g</Ид><ИдХарактеристики>00000000-0000-0000-0000-000000000000</ИдХарактеристики>',
      'g',
    ],
  ])('%s', async (_how, inner, code) => {
    expect(await offer(inner)).toMatchObject({ code })
  })

  const two = [
    { warehouseCode: 'w1', quantity: '5' },
    { warehouseCode: 'w2', quantity: '0' },
  ]
  test.each<[string, string]>([
    [
      'in the form of 2.05',
      '<КоличествоНаСкладах><КоличествоНаСкладе><ИдСклада>w1</ИдСклада><Количество>5</Количество>' +
        '</КоличествоНаСкладе><КоличествоНаСкладе ИдСклада="w2" Количество="0"/></КоличествоНаСкладах>',
    ],
    [
      'in elements of Склад',
      '<Склад><ИдСклада>w1</ИдСклада><КоличествоНаСкладе>5</КоличествоНаСкладе></Склад><Склад><Ид>w2</Ид>' +
        '<Количество>0</Количество></Склад>',
    ],
    [
      'below Склады',
      '<Склады><Склад ИдСклада="w1" КоличествоНаСкладе="5"/><Склад ИдСклада="w2" КоличествоНаСкладе="0"/></Склады>',
    ],
    [
      'in Остаток itself',
      '<Остатки><Остаток><ИдСклада>w1</ИдСклада><Количество>5</Количество></Остаток>' +
        '<Остаток ИдСклада="w2" Количество="0"/></Остатки>',
    ],
    [
      'beside its Склад',
      '<Остатки><Остаток><Склад><Ид>w1</Ид></Склад><Количество>5</Количество></Остаток><Остаток>' +
        '<Склад Ид="w2" Количество="0"/></Остаток></Остатки>',
    ],
    [
      'empty where there is no stock',
      '<Склад ИдСклада="w1" КоличествоНаСкладе="5"/><Склад ИдСклада="w2" КоличествоНаСкладе=""/>',
    ],
    [
      'missing where there are no figures',
      '<Склад ИдСклада="w1" КоличествоНаСкладе="5"/><Склад ИдСклада="w2" КоличествоНаСкладе="0"/>' +
        '<Склад ИдСклада="w3"/>',
    ],
  ])('with stock %s', async (_how, inner) => {
    expect(await offer(`<Ид>g</Ид>${inner}`)).toMatchObject({ stocks: two, total: undefined })
  })

  const type = (code: string) => `<ТипЦены><Ид>${code}</Ид><Наименование>${code}</Наименование></ТипЦены>`
  const types = (...codes: string[]) => `<ТипыЦен>${codes.map(type).join('')}</ТипыЦен>`
  test('with a price without a type, if the package has only one', async () => {
    const price = '<Ид>g</Ид><Цены><Цена ЦенаЗаЕдиницу="5"/></Цены>'
    expect(
      [await offer(price, types('t')), await offer(price, types('t', 'u'))].map((item) => item?.prices?.[0]?.typeCode),
    ).toEqual(['t', ''])
  })

  test('with prices in two sections, and with an empty section that removes them', async () => {
    expect((await offer(`<Ид>g</Ид>${pricesXml({ t: '1' })}${pricesXml({ u: '2' })}`))?.prices).toMatchObject([
      { typeCode: 't' },
      { typeCode: 'u' },
    ])
    expect([(await offer('<Ид>g</Ид><Цены/>'))?.prices, (await offer('<Ид>g</Ид>'))?.prices]).toEqual([[], undefined])
  })
})
