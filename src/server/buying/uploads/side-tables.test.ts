import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploadShop } from '#tests/support/upload-shop.ts'

let shop: Awaited<ReturnType<typeof openUploadShop>>

beforeAll(async () => {
  shop = await openUploadShop()
})
afterAll(() => shop.portal.close())

async function linesOf(...lines: string[]) {
  const { asks, rows } = await shop.review(lines.join('\n'))
  return { asks, lines: rows.map(({ row, id, requested, status }) => [row, id, requested, status]) }
}

test('[C.46] tables side by side are distinguished by the goods that the catalogue knows in them', async () => {
  expect(
    await linesOf(
      'Артикул;Заказ;Тел.;Наименование;Заявка',
      'K-1;1;112;Гайка М10;7',
      'K-2;2;;Гайка М8;200',
      'ГКУ-8;3;;Кабель ВВГ 3х2,5;9',
    ),
  ).toEqual({
    asks: [],
    lines: [
      [2, 203, 10, 'duplicate'],
      [2, 206, 7, 'ok'],
      [3, 204, 2, 'ok'],
      [3, 205, 200, 'ok'],
      [4, 233, 3, 'ok'],
    ],
  })
})

test('[C.46] a table beside another one may count before it names its goods', async () => {
  const { asks, lines } = await linesOf(
    'Кол-во;Наименование;Код;Артикул;Наименование товара;Количество',
    '1;Гайка М10;17;K-1;Кабель ВВГ 3х2,5;5',
    '2;Гайка М8;18;K-2;Кабель NYM 3х2,5;6',
    '3;Дюбель распорный 6х40;19;ГКУ-8;Гайка колпачковая удлинённая М8 Makita;7',
  )
  expect([asks, lines.map(([, id, requested]) => [id, requested])]).toEqual([
    [],
    [
      [206, 1],
      [203, 5],
      [205, 2],
      [204, 6],
      [240, 3],
      [233, 7],
    ],
  ])
})

test.each([
  [
    'an article and a name',
    'Артикул;Заказ;Наименование;Заявка',
    ['K-1;1;Кабель ВВГ 3х2,5;7', 'K-2;2;Кабель NYM 3х2,5;8'],
  ],
  ['articles twice', 'Артикул;Кол-во;Артикул;Кол-во', ['K-1;1;K-1;7', 'K-2;2;K-2;8']],
] as const)('[C.46] %s of the same goods are one table, whose quantities are a question', async (_, heading, rows) => {
  expect(await linesOf(heading, ...rows)).toEqual({ asks: ['quantities'], lines: [] })
})

test('[C.46] bare numbers, which may be anybody’s, divide no table', async () => {
  expect(await linesOf('Артикул;Заказ;Наименование;Заявка', '900;1;Гайка М10;7', '901;2;Гайка М8;8')).toEqual({
    asks: ['quantities'],
    lines: [],
  })
})

test('[C.46] goods of one row alone divide no table', async () => {
  expect(await linesOf('Артикул;Заказ;Наименование;Заявка', 'K-1;1;Гайка М10;7', 'XX-9;2;Гайка М14;8')).toEqual({
    asks: ['quantities'],
    lines: [],
  })
})

test('[C.46] a brand between two tables may be either’s: their quantities are a question', async () => {
  expect(
    await linesOf(
      'Артикул;Заказ;Бренд;Наименование;Заявка',
      'K-1;1;Makita;Гайка М10;7',
      'K-2;2;Makita;Дюбель распорный 6х40;200',
    ),
  ).toEqual({ asks: ['quantities'], lines: [] })
})

test('[C.46] a unit between two tables speaks of both, and a second one of the second', async () => {
  const goods = (units: [string, string], between: string) => [
    `K-1${units[0]};1;${between};Гайка М10;7`,
    `K-2${units[1]};2;${between};Гайка М8;8`,
  ]
  expect(await linesOf('Артикул;Заказ;Ед.;Наименование;Заявка', ...goods(['', ''], 'м'))).toEqual({
    asks: [],
    lines: [
      [2, 203, 1, 'ok'],
      [2, 206, 7, 'check'],
      [3, 204, 2, 'ok'],
      [3, 205, 8, 'check'],
    ],
  })
  const { lines } = await linesOf('Артикул;Ед.;Заказ;Ед.;Наименование;Заявка', ...goods([';м', ';м'], 'шт'))
  expect(lines.map(([, id, , status]) => [id, status])).toEqual([
    [203, 'ok'],
    [206, 'ok'],
    [204, 'ok'],
    [205, 'ok'],
  ])
})
