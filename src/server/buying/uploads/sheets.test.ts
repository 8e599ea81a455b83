import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploadShop } from '#tests/support/upload-shop.ts'

let shop: Awaited<ReturnType<typeof openUploadShop>>

beforeAll(async () => {
  shop = await openUploadShop()
})
afterAll(() => shop.portal.close())

const order = [
  ['Артикул', 'Заказ'],
  ['900', 2],
]

test('sheets after the thirtieth are counted, without the empty ones', async () => {
  const shops = Array.from({ length: 34 }, (_, index) => index + 1)
  const book = Object.fromEntries(shops.map((shop) => [`Точка ${shop}`, shop === 34 ? [] : order]))
  const answer = await shop.reviewBook(book)
  expect([answer.sheets.length, answer.sheetsBeyond, answer.rows.length]).toEqual([30, 3, 1])
  expect(await shop.reviewBook({ Заказ: order })).toMatchObject({ sheetsBeyond: 0, hiddenSheets: [] })
})

test('a hidden sheet with an order is reported, another hidden sheet is not', async () => {
  for (const bookType of ['xlsx', 'biff8'] as const) {
    const book = utils.book_new()
    for (const [name, rows] of [
      ['Заказ', order],
      [
        'Вторая машина',
        [
          ['Артикул', 'Заказ'],
          ['901', '2 тыс'],
          ['900', '5-10'],
        ],
      ],
      ['Словарь', [['Единицы'], ['шт'], ['кг']]],
    ] as const) {
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name)
    }
    book.Workbook = { Sheets: [{}, { Hidden: 1 }, { Hidden: 2 }] }
    const answer = await shop.reviewFile(
      write(book, { type: 'buffer', bookType }) as Uint8Array,
      `Заявка.${bookType === 'xlsx' ? 'xlsx' : 'xls'}`,
    )
    expect([bookType, answer.hiddenSheets, answer.sheets.map(({ name }) => name)]).toEqual([
      bookType,
      [{ name: 'Вторая машина', rows: 3 }],
      ['Заказ'],
    ])
    expect(answer.tally.map(({ sheet }) => sheet)).toEqual([0])
  }
})

test('a book whose filled sheets are all hidden is reported as such', async () => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Пусто')
  utils.book_append_sheet(book, utils.aoa_to_sheet(order), 'Заказ')
  book.Workbook = { Sheets: [{}, { Hidden: 1 }] }
  await expect(shop.reviewFile(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('скрыты'),
  })
})
