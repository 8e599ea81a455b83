import { expect, test } from 'vitest'
import { kopecksOf } from './money-text.ts'
import { readLedger } from './read-ledger.ts'

const own = { buyer: 'ООО «Вектор»', seller: 'Общество с ограниченной ответственностью «Опт»' }
const sheet = (rows: (string | undefined)[][]) =>
  rows.map((cells, row) => ({ row, cells: Array.from(cells, (cell) => cell ?? '') }))
const read = (rows: (string | undefined)[][]) => readLedger(sheet(rows), own)
const brief = (file: ReturnType<typeof read>) =>
  file?.lines.map(({ row, day, document, debitKopecks, creditKopecks }) => [
    row,
    day,
    document,
    debitKopecks,
    creditKopecks,
  ])

test.each([
  ['37 480,20', 3_748_020],
  ['37480.2', 3_748_020],
  ['1 000', 100_000],
  ['1.234.567', 123_456_700],
  ['1,234,567.89', 123_456_789],
  ['1.234,5', 123_450],
  ['(500,00)', -50_000],
  ['−5 руб.', -500],
  ['0', 0],
  ['12.10.2026', undefined],
  ['60.01.1', undefined],
  ['УПД 5', undefined],
  ['', undefined],
  ['1e5', undefined],
  ['37480.200000000004', 3_748_020],
  ['1.234,50', 123_450],
])('%s is %s kopecks', (text, kopecks) => expect(kopecksOf(text)).toBe(kopecks))

test('a card of account 60 has accounts beside its sums', () => {
  const file = read([
    ['ООО "Вектор"'],
    ['Карточка счета 60 за октябрь 2026 г.'],
    [],
    ['Период', 'Документ', 'Аналитика Дт', 'Аналитика Кт', 'Дебет', 'Дебет', 'Кредит', 'Кредит', 'Текущее сальдо'],
    ['', '', '', '', 'Счет', '', 'Счет', '', ''],
    ['Сальдо на начало', '', '', '', '', '', '', '160650,50', 'К'],
    [
      '12.10.2026',
      'Поступление (акт, накладная, УПД) БП-000123 от 12.10.2026 12:00:00 вх. № 4146 от 09.10.2026',
      'Склад',
      'Опт',
      '41.01',
      '',
      '60.01',
      '37480,20',
      'К',
    ],
    ['30.10.2026', 'Списание с расчетного счета 3071', 'Опт', '', '60.02', '60 000', '51', '', 'К'],
    ['Обороты за период и сальдо на конец', '', '', '', '', '60000', '', '37480,20', 'К'],
  ])
  expect(file?.openingKopecks).toBe(-16_065_050)
  expect(brief(file)).toEqual([
    [7, '2026-10-12', expect.stringContaining('вх. № 4146') as string, 0, 3_748_020],
    [8, '2026-10-30', 'Списание с расчетного счета 3071', 6_000_000, 0],
  ])
})

test('of an act’s two halves the buyer’s own is read, with its balances', () => {
  const head = ['№ п/п', 'Дата', 'Документ', 'Дебет', 'Кредит']
  const rows = [
    ['Акт сверки'],
    ['По данным ООО "Опт"', '', '', '', '', 'По данным ООО "Вектор"'],
    [...head, ...head],
    ['', '', 'Сальдо на 01.10.2026', '160650,50', '', '', '', 'Сальдо на 01.10.2026', '', '160650,50'],
    ['1', '09.10.26', 'Продажа (4146)', '37480,20', '', '1', '12.10.26', 'Приход (4146 от 09.10.2026)', '', '37480,20'],
    ['', '', 'Обороты за период', '37480,20', '', '', '', 'Обороты за период', '', '37480,20'],
    ['', '', 'Сальдо на 31.10.2026', '198130,70', '', '', '', 'Сальдо на 31.10.2026', '', '198130,70'],
  ]
  const file = read(rows)
  expect(file).toMatchObject({ openingKopecks: -16_065_050, closingKopecks: -19_813_070 })
  expect(brief(file)).toEqual([[5, '2026-10-12', 'Приход (4146 от 09.10.2026)', 0, 3_748_020]])
  // Left empty for the other side, the first half counts.
  const half = read(rows.map((row) => (row.length > 5 ? row.slice(0, 5) : row)))
  expect(brief(half)).toEqual([[5, '2026-10-09', 'Продажа (4146)', 3_748_020, 0]])
})

test('a list with one column of sums tells the side by sign or words; days go on downwards', () => {
  const file = read([
    ['Дата', 'Операция', 'Номер', 'Сумма, руб.'],
    ['09.10.2026', 'Поступление', '4146', '37 480,20'],
    ['', 'Поступление', '4147', '100'],
    ['14.10.2026', 'Оплата', '3058', '86 915,40'],
    ['15.10.2026', 'Операция', '12', '-5,00'],
    ['Итого', '', '', '123'],
  ])
  expect(brief(file)).toEqual([
    [2, '2026-10-09', 'Поступление 4146', 0, 3_748_020],
    [3, '2026-10-09', 'Поступление 4147', 0, 10_000],
    [4, '2026-10-14', 'Оплата 3058', 8_691_540, 0],
    [5, '2026-10-15', 'Операция 12', 500, 0],
  ])
})

test('a table of goods is no ledger', () => {
  expect(
    read([
      ['Артикул', 'Количество'],
      ['A-1', '5'],
    ]),
  ).toBeUndefined()
  expect(read([['Дебет', 'Кредит']])).toBeUndefined()
})
