import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploadShop } from '#tests/support/upload-shop.ts'

let shop: Awaited<ReturnType<typeof openUploadShop>>

const good = { categoryIds: [13], prices: { 51: 5000 }, stocks: { 61: 900_000 } }

beforeAll(async () => {
  shop = await openUploadShop([
    { ...good, id: 301, name: 'Саморез оконный', articul: '14', code: '00-00003001' },
    { ...good, id: 302, name: 'Саморез кровельный', articul: '19', code: '00-00003002' },
  ])
})
afterAll(() => shop.portal.close())

const outcomes = async (text: string) => {
  const { asks, rows } = await shop.review(text)
  return [asks, rows.map(({ id, requested, status, doubt }) => [id, requested, status, doubt])]
}
const head = 'Артикул;Кол-во\n901;12\nK-1;3'
const found = [
  [202, 12, 'ok', null],
  [203, 3, 'ok', null],
]

test.each([
  ['a blank row', ''],
  ['a title', 'Доп. заказ;'],
  ['a total', 'Итого;15'],
])('[C.45] rows below %s without headings whose columns may be swapped are asked about', async (_, between) => {
  expect(await outcomes(`${head}\n${between}\n14;900\n19;77`)).toEqual([
    [],
    [...found, [301, 900, 'check', 'code'], [302, 77, 'check', 'code']],
  ])
})

test('[C.45] a code in the column of quantities shows that the whole block has its columns swapped', async () => {
  expect(await outcomes(`${head}\n\n19;K-2\n14;5555`)).toEqual([
    [],
    [...found, [302, null, 'check', 'code'], [301, 5555, 'check', 'code']],
  ])
})

test('[C.45] a name does not settle a quantity that is the article of its good', async () => {
  const text = 'Артикул;Наименование;Кол-во\n901;Болт анкерный М8х50;12\n\n1400;Болт анкерный М8х40;900'
  const { rows } = await shop.review(text)
  expect(rows.map(({ status, row }) => [row, status])).toEqual([
    [2, 'ok'],
    [4, 'check'],
  ])
  expect(rows[1]).toMatchObject({ note: 'Заголовков нет: проверьте, где артикул, а где количество' })
})

test.each([
  [
    'codes with letters',
    'K-2;4\n900;6',
    [
      [204, 4],
      [201, 6],
    ],
  ],
  [
    'quantities that are no codes',
    '900;5555\n0077;6666',
    [
      [201, 5555],
      [206, 6666],
    ],
  ],
])('[C.45] rows below a blank row with %s are found', async (_, block, expected) => {
  const { rows } = await shop.review(`${head}\n\n${block}`)
  expect(rows.slice(2).map(({ id, requested }) => [id, requested])).toEqual(expected)
  expect(rows.every(({ doubt }) => doubt === null)).toBe(true)
})

test('[C.45] a name that agrees with its code shows that the quantity is one', async () => {
  const text = 'Артикул;Наименование;Кол-во\n901;Болт анкерный М8х50;12\n\n900;Болт анкерный М8х40;4'
  expect((await shop.review(text)).rows.map(({ id, requested, status }) => [id, requested, status])).toEqual([
    [202, 12, 'ok'],
    [201, 4, 'ok'],
  ])
})

test('[C.45] a row whose code and quantity are of the same magnitude as those above is found', async () => {
  expect(await outcomes(`${head}\n\n900;14`)).toEqual([[], [...found, [201, 14, 'ok', null]]])
})

test('[C.45] a name of another good than the one of the quantity shows that the quantity is one', async () => {
  const text =
    'Артикул;Наименование;Кол-во\n901;Болт анкерный М8х50;12\n\n9:39;Саморез оконный;900\n9:41;Саморез кровельный;77'
  const { rows } = await shop.review(text)
  expect(rows.map(({ id, requested, note }) => [id, requested, note])).toEqual([
    [202, 12, ''],
    [301, 900, ''],
    [302, 77, ''],
  ])
})
