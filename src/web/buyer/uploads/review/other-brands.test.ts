import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptProposal, proposedRows, reviewRows, withCandidate } from './review-rows.ts'
import type { TestGood } from '#tests/support/goods.ts'
import { openUploadShop, uploadGoods } from '#tests/support/upload-shop.ts'

const brands = { makita: 21, zubr: 22, bosch: 31, zubrMaster: 32, black: 33, lg: 34, threeM: 35, klinkmann: 36 }
const names = { 31: 'Bosch', 32: 'Зубр Мастер', 33: 'Black & Decker', 34: 'LG', 35: '3M', 36: 'Klinkmann' }
const good = (id: number, articul: string, name: string, brandId: number | null): TestGood => ({
  ...uploadGoods.anchor,
  id,
  articul,
  name,
  code: `00-${String(id).padStart(8, '0')}`,
  brandId,
})
const goods = [
  good(600, 'GNF-35', 'Штроборез сетевой Bosch GNF 35', brands.bosch),
  good(601, 'ЛМ-5', 'Лобзик маятниковый Зубр Мастер', brands.zubrMaster),
  good(602, 'BD-5', 'Рубанок электрический Black & Decker', brands.black),
  good(603, 'PB-5', 'Рубанок электрический Bosch', brands.bosch),
  good(604, 'LG-24', 'Монитор 24 дюйма LG', brands.lg),
  good(605, 'SC-50', 'Скотч двусторонний 50 мм 3M', brands.threeM),
  good(606, 'SK-50', 'Лента клейкая двусторонняя 50 мм Klinkmann', brands.klinkmann),
  good(607, 'ФБ-1', 'Фен строительный технический Bosch', null),
  good(608, 'ПЛ-7', 'Паяльник для пластиковых труб', null),
  good(609, 'ТВ-7', 'Телевизор изогнутый 32 дюйма Klinkmann', brands.klinkmann),
]

let shop: Awaited<ReturnType<typeof openUploadShop>>
beforeAll(async () => {
  shop = await openUploadShop(goods, names)
})
afterAll(() => shop.portal.close())

const review = async (...lines: string[]) => reviewRows(await shop.review(`Наименование;Кол-во\n${lines.join('\n')}`))

test.each([
  ['a brand of the catalogue', 'Штроборез сетевой Makita', 600],
  ['it in the other alphabet', 'Штроборез сетевой Макита', 600],
  ['a brand of two words', 'Рубанок электрический Зубр Мастер', null],
  ['a brand of two words instead of one', 'Фен строительный технический Black & Decker', 607],
  ['it spelled by ear', 'Фен строительный технический блэк энд деккер', 607],
  ['it without its sign', 'Фен строительный технический Black Decker', 607],
  ['a brand of two letters', 'Телевизор изогнутый 32 дюйма lg', 609],
  ['a brand with a digit', 'Лента клейкая двусторонняя 50 мм 3M', 606],
  ['a brand that the shop does not sell', 'Штроборез сетевой DeWalt', 600],
  ['it by ear', 'Штроборез девольт', 600],
  ['a brand of the trade in Russian', 'Штроборез Интерскол', 600],
])('a good of another brand is not accepted with the others: %s', async (_, name, id) => {
  const [row] = await review(`${name};2`)
  if (id !== null) expect(row?.id).toBe(id)
  expect(['check', 'notFound', 'ambiguous']).toContain(row?.status)
  if (row?.status === 'check') expect([row.doubt, row.note]).toEqual(['brand', expect.stringContaining('другой бренд')])
  expect(proposedRows(row ? [row] : [])).toEqual([])
})

test.each([
  ['Штроборез Bosch', 600],
  ['Штроборез Бош', 600],
  ['Лобзик Зубр Мастер', 601],
  ['Лобзик зубр', 601],
  ['Рубанок Black and Decker', 602],
  ['Рубанок блэк деккер', 602],
  ['Скотч двусторонний 50мм 3M', 605],
  ['Монитор LG 24 дюйма', 604],
])('a good of the named brand is proposed or found: %s', async (name, id) => {
  const [row] = await review(`${name};2`)
  expect([row?.id, row?.doubt === 'brand']).toEqual([id, false])
})

test('a candidate of another brand is asked about by itself, and one of the named brand no longer is', async () => {
  const [row] = await review('Рубанок электрический Makita;2')
  if (!row?.goods) throw new Error('nothing is proposed')
  expect(new Map(row.candidates.map(({ id, doubt }) => [id, doubt]))).toEqual(
    new Map([
      [602, 'brand'],
      [603, 'brand'],
    ]),
  )
  const named = { ...row.goods, id: 610, brand: 'Makita', doubt: 'similar' as const }
  const paged = withCandidate(row, named)
  expect([paged.doubt, paged.note, proposedRows([paged])]).toEqual(['similar', 'Похожий товар', [paged]])
  const other = row.candidates.find(({ id }) => id === 603)
  if (!other) throw new Error('Bosch is no candidate')
  const back = withCandidate(paged, other)
  expect([back.doubt, back.note, proposedRows([back])]).toEqual(['brand', 'В файле другой бренд, у товара Bosch', []])
  expect(acceptProposal(back)).toMatchObject({ id: 603, status: 'ok' })
})

test('a good of the named brand that is another kind of thing is not accepted with the others', async () => {
  const rows = await review('Газонокосилка Makita;2', 'макита газонокосилка;1')
  expect(proposedRows(rows)).toEqual([])
  expect(rows.filter(({ doubt }) => doubt === 'similar')).toEqual([])
})

test('an article beside another brand is asked about by its brand', async () => {
  const rows = (await shop.review('Артикул;Наименование;Кол-во\nGNF-35;Штроборез Makita;2\nGNF-35;Штроборез Bosch;2'))
    .rows
  expect(rows.map(({ status, doubt }) => [status, doubt])).toEqual([
    ['check', 'brand'],
    ['ok', null],
  ])
})
