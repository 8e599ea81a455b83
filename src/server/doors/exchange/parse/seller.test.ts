import { expect, test } from 'vitest'
import { readCommerceML } from './read-commerceml.ts'

async function itemsOf(inner: string) {
  const xml =
    `<КоммерческаяИнформация ВерсияСхемы="2.07"><Классификатор><Ид>k</Ид>${inner}<Склады><Склад><Ид>w</Ид>` +
    `<Наименование>Склад</Наименование></Склад></Склады></Классификатор><Каталог><Ид>c</Ид>${inner}</Каталог>` +
    '</КоммерческаяИнформация>'
  const items = []
  for await (const some of readCommerceML(
    (async function* () {
      yield Buffer.from(xml)
    })(),
  ))
    items.push(...some)
  return items
}

const owner = (inn: string, bank = '') =>
  '<Владелец><Ид>o-1</Ид><Наименование>ООО «Опт»</Наименование>' +
  '<ОфициальноеНаименование>Общество «Опт»</ОфициальноеНаименование><ЮридическийАдрес>' +
  `<Представление>Москва</Представление></ЮридическийАдрес><ИНН>${inn}</ИНН>` +
  `<КПП>770701001</КПП>${bank}</Владелец>`
const account = (number: string) =>
  `<РасчетныеСчета><РасчетныйСчет><НомерСчета>${number}</НомерСчета><Банк>` +
  '<СчетКорреспондентский>30101810400000000225</СчетКорреспондентский><Наименование>Сбербанк</Наименование>' +
  '<БИК>044525225</БИК></Банк></РасчетныйСчет></РасчетныеСчета>'

test('Владелец is read at any position, its Ид is not the catalogue’s, and the rest of the file is read', async () => {
  const items = await itemsOf(owner('7707083893', account('40702810938000012345')))
  expect(items.filter(({ kind }) => kind === 'seller')).toHaveLength(2)
  expect(items[0]).toEqual({
    kind: 'seller',
    code: 'o-1',
    company: 'ООО «Опт»',
    fullName: 'Общество «Опт»',
    inn: '7707083893',
    kpp: '770701001',
    address: 'Москва',
    bank: 'Сбербанк',
    bik: '044525225',
    account: '40702810938000012345',
    correspondentAccount: '30101810400000000225',
  })
  expect(items.filter(({ kind }) => kind !== 'seller')).toMatchObject([
    { kind: 'warehouse', code: 'w' },
    { kind: 'catalogue', code: 'c' },
  ])
})

test('an invalid bank account is dropped, an invalid ИНН makes no seller, and neither stops the file', async () => {
  expect((await itemsOf(owner('7707083893', account('40702810938000012346'))))[0]).toMatchObject({
    kind: 'seller',
    bank: '',
    bik: '',
    account: '',
  })
  expect((await itemsOf(owner('7707083894'))).map(({ kind }) => kind)).toEqual(['warehouse', 'catalogue'])
})
