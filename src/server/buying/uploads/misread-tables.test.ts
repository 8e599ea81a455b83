import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploadShop } from '#tests/support/upload-shop.ts'

let shop: Awaited<ReturnType<typeof openUploadShop>>

beforeAll(async () => {
  shop = await openUploadShop()
})
afterAll(() => shop.portal.close())

const review: (typeof shop)['review'] = (...asked) => shop.review(...asked)

test.each(['№', '#', 'Поз.', '# п/п', 'No.', 'Порядок'])(
  '[C.46] a second table begins at its row numbers, headed %j',
  async (heading) => {
    const answer = await review(
      [
        `Артикул;Кол-во;Наименование;${heading};Артикул;Кол-во`,
        '900;1;Болт анкерный М8х40;1;77;7',
        '901;5;Болт анкерный М8х50;2;0077;90',
        'K-1;1;Кабель ВВГ 3х2,5;3;900;4',
        'K-2;1;Кабель NYM 3х2,5;4;901;6',
      ].join('\n'),
    )
    expect(answer.rows.map(({ id, requested, raw }) => [id, requested, raw.code, raw.name])).toEqual([
      [201, 5, '900', 'Болт анкерный М8х40'],
      [null, 7, '77', ''],
      [202, 11, '901', 'Болт анкерный М8х50'],
      [206, 90, '0077', ''],
      [203, 1, 'K-1', 'Кабель ВВГ 3х2,5'],
      [204, 1, 'K-2', 'Кабель NYM 3х2,5'],
    ])
  },
)

test('[C.46] a name between two tables may be either’s: their quantities are a question', async () => {
  const { asks, rows } = await review(
    'Артикул;Кол-во;Наименование;Артикул;Кол-во\n900;1;Болт анкерный М8х40;77;7\n901;5;Болт анкерный М8х50;0077;90',
  )
  expect([asks, rows]).toEqual([['quantities'], []])
})
