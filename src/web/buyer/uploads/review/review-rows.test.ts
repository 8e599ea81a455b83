import { expect, test } from 'vitest'
import type { UploadReview } from '#shared/api/uploads.ts'
import {
  acceptProposal,
  mergeEdits,
  toCartInput,
  isAdded,
  groupCounts,
  matchesSearch,
  resultingMilli,
  matchesFilter,
  proposedMilli,
  proposedRows,
  restoreRows,
  reviewRows,
  rememberedChoices,
  distributeStock,
  sortRows,
  totalsOf,
  withBasket,
  withCandidate,
  withGoods,
  withQuantity,
  type ReviewRow,
} from './review-rows.ts'
import { reportRows } from './report.ts'
import { columnLetter, resultText, candidatesText, outcomeText, proposalText, stateText } from './row-texts.ts'
import { withDraftStatus, hasKnownGood, draftParts, planDrafts, splitColumns, withPart } from './split-columns.ts'
import type { Upload } from './upload.ts'

const goods = {
  id: 7,
  parent: null,
  header: 'Набор бит',
  articul: 'B-44862',
  unit: 'шт',
  step: 10,
  decimals: 0 as const,
  available: 340,
  below_step: false,
  stock_label: null,
  price: 412,
  picture: 0,
  picturetype: '',
  in_basket: 0,
  brand: '',
  lacks: [],
  has: [],
  doubt: null,
}
let last = 0
const row = (change: Partial<ReviewRow>): ReviewRow => {
  last += 1
  const raw = change.raw ?? { code: `C-${last}`, name: 'Биты', qnt: '20' }
  return {
    line: last,
    row: last,
    rows: [last],
    raw,
    rememberAs: raw.code || raw.name,
    matchedBy: 'articul',
    id: 7,
    goods,
    candidates: [],
    analogue: null,
    requested: 20,
    accepted: 20,
    price: 412,
    sum: 8240,
    parts: [],
    proposed: null,
    added: 20,
    in_basket: 0,
    doubt: null,
    status: 'ok',
    note: '',
    skipped: false,
    settled: false,
    edited: false,
    earlierMilli: 0,
    laterMilli: 0,
    ...change,
  }
}
const unknown = (change: Partial<ReviewRow> = {}) =>
  row({
    status: 'notFound',
    note: 'Нет такого товара по вашему договору',
    id: null,
    goods: null,
    accepted: 0,
    sum: null,
    price: null,
    ...change,
  })

test('rows with questions come first, then the order of the file', () => {
  const rows = [
    row({}),
    row({ status: 'rounded' }),
    row({ status: 'out', accepted: 0 }),
    row({ status: 'ambiguous', id: null }),
    unknown(),
    row({ status: 'badQty' }),
    row({}),
  ]
  expect(sortRows(rows).map(({ status }) => status)).toEqual([
    'notFound',
    'badQty',
    'ambiguous',
    'out',
    'rounded',
    'ok',
    'ok',
  ])
  expect(rows.filter((each) => matchesFilter(each, 'attention'))).toHaveLength(5)
  expect(rows.filter((each) => matchesFilter(each, 'found'))).toHaveLength(2)
  expect(groupCounts(rows)).toEqual({ notFound: 1, check: 2, out: 1, changed: 1, ok: 2, skipped: 0, belowStep: 0 })
})

test('a row is found by its text in the file and by its recognised good', () => {
  const [one, other] = [row({ raw: { code: 'DDF-999', name: 'Шуруповёрт 18В', qnt: '1' } }), unknown()]
  expect([one, other].filter((each) => matchesSearch(each, 'шуруповерт ddf'))).toEqual([one])
  expect([one, other].filter((each) => matchesSearch(each, 'b-44862'))).toEqual([one])
  expect([one, other].filter((each) => matchesSearch(each, ''))).toEqual([one, other])
})

test('only available quantities are added, summed by good, with the codes confirmed by hand', () => {
  const rows = [
    row({ accepted: 0.35 }),
    row({ accepted: 0.1, settled: true, raw: { code: '', name: 'Биты наб.', qnt: '1' } }),
    row({ skipped: true, settled: true }),
    unknown(),
    row({ status: 'out', accepted: 0, settled: true }),
  ]
  expect(toCartInput(rows)).toEqual({
    cartList: { 7: 0.45 },
    order: [7],
    codes: { 'Биты наб.': 7 },
    names: { 'Биты наб.': 'Биты наб.' },
  })
  expect(toCartInput([row({ settled: true, raw: { code: '17', name: 'Машинка', qnt: '1' } })])).toMatchObject({
    codes: { '17': 7 },
    names: { '17': 'Машинка' },
  })
  expect(totalsOf(rows)).toEqual({ toAdd: 2, sum: 185.4, leftOut: 3 })
  expect(totalsOf([row({ goods: { ...goods, price: null }, sum: null })]).sum).toBeNull()
})

test('rows follow the basket: what it has, and what still fits; an unchanged basket changes no row', () => {
  const other = { ...goods, id: 8 }
  const [held, free] = [row({ accepted: 30, candidates: [goods, other] }), row({ id: 8, goods: other })]
  const both = [held, free]
  const inBasket = (quantities: Record<number, number>) => (id: number) => quantities[id] ?? 0
  expect(withBasket(both, inBasket({}))).toBe(both)
  const updated = withBasket(both, inBasket({ 7: 330_000 }))
  expect(updated[1]).toBe(free)
  expect(updated[0]).toMatchObject({
    in_basket: 330,
    accepted: 30,
    added: 10,
    goods: { in_basket: 330 },
    candidates: [{ in_basket: 330 }, { in_basket: 0 }],
  })
  expect(outcomeText(updated[0] as ReviewRow, 'add')).toMatch(/^в корзине 330, станет 340\sшт$/)
  expect(withBasket(updated, inBasket({}))[0]).toMatchObject({ in_basket: 0, added: 30, goods: { in_basket: 0 } })
})

test('rows of one good share the remaining stock from the top, also with the basket’s quantities', () => {
  const big = { requested: 200, accepted: 200, added: 200 }
  const rows = [
    row(big),
    row({ ...big, skipped: true }),
    row({ ...big, status: 'check' }),
    unknown(),
    row(big),
    row(big),
  ]
  const inMode = (mode: 'add' | 'set', change: Partial<ReviewRow> = {}) =>
    distributeStock(
      rows.map((each) => ({ ...each, ...change })),
      mode,
    )
  expect(inMode('set').map((each) => [each.earlierMilli, isAdded(each) ? resultingMilli(each, 'set') : null])).toEqual([
    [0, 340_000],
    [200_000, null],
    [200_000, null],
    [0, null],
    [200_000, 340_000],
    [340_000, null],
  ])
  expect(toCartInput(inMode('set'), 'set').cartList).toEqual({ 7: 340 })
  expect(inMode('set').map((each) => outcomeText(each, 'set'))).toEqual([
    '',
    '',
    '',
    '',
    'тот же товар выше, войдёт 140\u00a0шт',
    'тот же товар выше, больше нет',
  ])
  const inBasketRow = inMode('add', { in_basket: 100, edited: true, goods: { ...goods, in_basket: 100 } })
  expect(toCartInput(inBasketRow, 'add').cartList).toEqual({ 7: 240 })
  expect(inBasketRow.filter((each) => isAdded(each, 'add')).map((each) => resultingMilli(each, 'add'))).toEqual([
    340_000, 340_000,
  ])
  expect(
    distributeStock([row({ accepted: 3, added: 3 }), row({ accepted: 2, added: 2 })], 'add').map((each) =>
      outcomeText(each, 'add'),
    ),
  ).toEqual(['', 'тот же товар выше'])
  // Rows that share nothing stay the same objects; a removed row releases its share.
  const alone = [row({}), row({ id: 8 })]
  expect(distributeStock(alone, 'add')).toBe(alone)
  expect(
    distributeStock(
      inMode('set').map((each, index) => (index === 0 ? { ...each, skipped: true } : each)),
      'set',
    )[4],
  ).toMatchObject({ earlierMilli: 0, laterMilli: 140_000 })
})

test('a typed quantity settles a row, and a chosen good keeps the file’s texts', () => {
  const typed = withQuantity(row({ status: 'badQty', requested: null, accepted: 0, sum: null }), 30_000)
  expect(typed).toMatchObject({ accepted: 30, sum: 12_360, status: 'ok', edited: true })
  expect(stateText(typed)).toEqual({ tone: 'ok', label: 'Исправлен' })
  const before = unknown({ rows: [3, 9], parts: [5, 5], raw: { code: 'DDF-999', name: 'Дрель', qnt: '5 + 5' } })
  const chosen = withGoods(
    before,
    row({ line: last, row: 1, rows: [1], raw: { code: 'x', name: '', qnt: '' }, requested: 10 }),
  )
  expect(chosen).toMatchObject({
    row: before.row,
    rows: [3, 9],
    parts: [5, 5],
    raw: before.raw,
    rememberAs: 'DDF-999',
    settled: true,
    id: 7,
  })
  expect(isAdded(chosen)).toBe(true)
})

test('rows keep their edits when the file is read again with other columns', () => {
  const answer = {
    rows: [
      row({ row: 2, raw: { code: 'A', name: '', qnt: '1' } }),
      row({ row: 3, raw: { code: 'B', name: '', qnt: '1' } }),
    ],
  } as unknown as UploadReview
  const before = reviewRows(answer).map((each) => (each.row === 3 ? { ...each, skipped: true } : each))
  expect(mergeEdits(reviewRows(answer), before).map(({ skipped }) => skipped)).toEqual([false, true])
  const edited = before.map((each) => withQuantity(each, 3000))
  const dearer = {
    rows: answer.rows.map((each) => ({ ...each, price: 500, goods: { ...goods, price: 500 } })),
  } as unknown as UploadReview
  expect(mergeEdits(reviewRows(dearer), edited)).toMatchObject([
    { accepted: 3, price: 500, sum: 1500 },
    { accepted: 3, price: 500, sum: 1500, skipped: true },
  ])
  const other = {
    rows: answer.rows.map((each) => ({ ...each, raw: { ...each.raw, qnt: '9' } })),
  } as unknown as UploadReview
  expect(mergeEdits(reviewRows(other), before).map(({ skipped }) => skipped)).toEqual([false, false])
})

test('edits stay with their rows when a file read again has more lines before them', () => {
  const [first, hidden, third] = ['A', 'B', 'C'].map((code, index) =>
    row({ line: index + 1, row: index + 2, rows: [index + 2], id: 70 + index, raw: { code, name: '', qnt: '1' } }),
  ) as [ReviewRow, ReviewRow, ReviewRow]
  const before = [first, withQuantity({ ...third, line: 2 }, 5000)]
  const merged = mergeEdits([first, hidden, third], before)
  expect(merged.map(({ line, id, accepted }) => [line, id, accepted])).toEqual([
    [1, 70, 20],
    [2, 71, 20],
    [3, 72, 5],
  ])
  const answer = { rows: [first, hidden, third] } as unknown as UploadReview
  const stored = merged.filter(({ edited }) => edited)
  expect(restoreRows(answer, stored).map(({ id, accepted }) => [id, accepted])).toEqual([
    [70, 20],
    [71, 20],
    [72, 5],
  ])
})

test('of equal lines in one row each keeps its own edits', () => {
  const same = { row: 2, rows: [2], raw: { code: 'A', name: '', qnt: '1' } }
  const lines = [row({ ...same, line: 1 }), row({ ...same, line: 2 })]
  const before = lines.map((each) => ({ ...each, skipped: each.line === 2 }))
  expect(mergeEdits(lines, before).map(({ line, skipped }) => [line, skipped])).toEqual([
    [1, false],
    [2, true],
  ])
})

test('a row meaning another good under other columns loses its typed quantity, not a good chosen by hand', () => {
  const [typed, chosen, skipped] = [
    withQuantity(row({ line: 1 }), 5000),
    row({ line: 2, settled: true, edited: true }),
    row({ line: 3, skipped: true }),
  ] as [ReviewRow, ReviewRow, ReviewRow]
  const again = [typed, chosen, skipped].map((each) =>
    row({ line: each.line, row: each.row, raw: each.raw, id: 8, status: 'check', doubt: 'size' }),
  )
  expect(mergeEdits(again, [typed, chosen, skipped]).map((each) => [each.id, each.status, each.skipped])).toEqual([
    [8, 'check', false],
    [7, 'ok', false],
    [8, 'check', true],
  ])
})

test('a row describes its edits', () => {
  expect(resultText(row({ status: 'rounded', requested: 15 }))).toBe('15 → 20, кратность 10')
  expect(resultText(row({ status: 'capped', requested: 900, accepted: 340 }))).toBe('900 → 340\u00a0шт, больше нет')
  expect(resultText(row({ status: 'duplicate', rows: [8, 31] }))).toBe('строки 8 и 31')
  expect(resultText(row({ status: 'duplicate', rows: [1, 2, 3, 4, 5, 6, 7, 8] }))).toBe('строки 1, 2, 3, 4, 5 и ещё 3')
  expect(candidatesText(unknown({ status: 'ambiguous', matchedBy: 'name', candidates: [goods, goods, goods] }))).toBe(
    '3\u00a0товара с таким названием',
  )
  const size = (label: string) => ({ ...goods, parent: 1, header: `Ботинки «Трейл» (${label})` })
  const sized = (labels: string[]) => candidatesText(unknown({ status: 'ambiguous', candidates: labels.map(size) }))
  expect(sized(['38', '39'])).toBe('Ботинки «Трейл»: 2\u00a0размера, выберите')
  expect(sized(['L-XL', '2XL'])).toBe('Ботинки «Трейл»: 2\u00a0размера, выберите')
  expect(sized(['Красный', '39'])).toBe('Ботинки «Трейл»: 2\u00a0варианта, выберите')
  expect([0, 25, 26, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})

const uploadOf = (rows: ReviewRow[], mode: 'add' | 'set', split?: number[]) =>
  ({
    rows,
    mode,
    reading: split ? { split: true } : {},
    answer: {
      file: 'Заявка.xlsx',
      summed: split ?? [],
      quantities: [],
      choices: (split ?? []).map((index) => ({ index, heading: index === 4 ? '' : 'Ленина', samples: [] })),
    },
  }) as unknown as Upload

test('the report has every row, open questions first, with the texts of the screen', () => {
  const found = row({ line: last, row: 1, rows: [1, 4], raw: { code: 'C-1', name: 'Биты', qnt: '10 + 10' } })
  const rows = reportRows(
    uploadOf(
      [
        found,
        unknown({ row: 2, rows: [2], raw: { code: 'x'.repeat(600), name: 'Дрель', qnt: '2' }, candidates: [goods] }),
      ],
      'set',
    ),
  )
  expect(rows).toEqual([
    {
      row: '2',
      state: 'Не найден',
      code: `${'x'.repeat(499)}…`,
      name: 'Дрель',
      qnt: '2',
      articul: '',
      header: '',
      done: 'Нет такого товара по вашему договору; Похоже: B-44862 Набор бит',
      order: 0,
      price: null,
      sum: null,
    },
    {
      row: '1, 4',
      state: 'Найден',
      code: 'C-1',
      name: 'Биты',
      qnt: '10 + 10',
      articul: 'B-44862',
      header: 'Набор бит',
      done: 'строки 1 и 4',
      order: 20,
      price: 412,
      sum: 8240,
    },
  ])
})

test('the report has the quantities of the screen, both for adding to the basket and replacing', () => {
  // The basket has 330 of 340: only 10 more fit.
  const inBasketRow = row({
    in_basket: 330,
    requested: 20,
    accepted: 20,
    added: 10,
    goods: { ...goods, in_basket: 330 },
  })
  for (const [mode, order, sum] of [
    ['add', 10, 4120],
    ['set', 20, 8240],
  ] as const) {
    const upload = uploadOf([inBasketRow, unknown()], mode)
    expect(reportRows(upload).at(-1), mode).toMatchObject({ order, sum })
    expect(totalsOf(upload.rows, mode), mode).toMatchObject({ toAdd: 1, sum })
  }
  expect(reportRows(uploadOf([inBasketRow], 'add'))[0]?.done).toBe('в корзине 330, станет 340\u00a0шт')
  const full = { ...inBasketRow, added: 0 }
  expect(reportRows(uploadOf([full], 'add'))[0]).toMatchObject({ order: 0, sum: null })
  expect(totalsOf([full], 'add').toAdd).toBe(0)
})

test('a column of quantities becomes a draft with equal goods merged; open rows are left out and named', () => {
  const rows = [
    row({ row: 2, parts: [3, 0] }),
    row({ row: 3, rows: [3], parts: [4, 7] }),
    row({ row: 4, parts: [5, null] }),
    unknown({ row: 5, parts: [1, 0] }),
    row({ row: 6, parts: [0, 1], status: 'check', doubt: 'name' }),
    row({ row: 7, parts: [9, 9], skipped: true }),
  ]
  const upload = uploadOf(rows, 'add', [2, 4])
  const columns = splitColumns(upload) ?? []
  expect(columns.map(({ title }) => title)).toEqual(['Ленина', 'Столбец E'])
  expect(planDrafts(upload, columns)).toEqual([
    { header: 'Ленина – Заявка', title: 'Ленина', list: new Map([[7, 12]]), leftOut: [5] },
    { header: 'Столбец E – Заявка', title: 'Столбец E', list: new Map([[7, 7]]), leftOut: [4, 6] },
  ])
  expect(
    draftParts(rows[1] ?? row({}), columns).map(({ saved }) => saved),
    'up to the step',
  ).toEqual([10, 10])
  expect(reportRows(upload).find(({ row: rowNumber }) => rowNumber === '3')).toMatchObject({
    done: 'Ленина: 10; Столбец E: 10',
    order: 20,
    sum: 8240,
  })
  const twice = splitColumns({
    ...upload,
    answer: {
      ...upload.answer,
      summed: [2, 3],
      choices: [2, 3].map((index) => ({ index, heading: 'Кол-во', samples: [] })),
    },
  })
  expect(twice?.map(({ title }) => title)).toEqual(['Кол-во (C)', 'Кол-во (D)'])
})

test('a proposed good or quantity is accepted with its available quantity', () => {
  const asked = row({ status: 'badQty', requested: null, proposed: 12, accepted: 0, sum: null })
  expect(acceptProposal(asked)).toMatchObject({ status: 'rounded', requested: 12, accepted: 20, sum: 8240 })
  expect(acceptProposal({ ...asked, proposed: 900 })).toMatchObject({ status: 'capped', accepted: 340 })
  expect(acceptProposal({ ...asked, status: 'check', doubt: 'similar' })).toMatchObject({
    status: 'rounded',
    settled: true,
    accepted: 20,
  })
  expect(
    proposedRows([
      asked,
      row({ status: 'check', doubt: 'similar', matchedBy: 'name' }),
      row({ status: 'check', doubt: 'similar', matchedBy: 'articul' }),
      ...(['name', 'code', 'price', 'unit', 'size', 'cancelled', 'columns'] as const).map((doubt) =>
        row({ status: 'check', doubt, matchedBy: 'name' }),
      ),
      row({}),
    ]),
  ).toHaveLength(2)
  expect(proposedRows([asked], true)).toEqual([])
})

test('[V.6] the proposed quantity is shown as it will be ordered', () => {
  const asked = row({ status: 'badQty', requested: null, proposed: 2, accepted: 0, sum: null, note: 'Не число: «2-3»' })
  expect([proposedMilli(asked), proposalText(asked)]).toEqual([10_000, 'Взять 10: кратность 10'])
  expect(proposalText({ ...asked, proposed: 20 })).toBe('Взять 20')
  expect(proposalText({ ...asked, proposed: 900 })).toBe('Взять 340: больше нет')
  expect(proposalText({ ...asked, goods: { ...goods, available: 0 } })).toBe('Нет в наличии')
  expect(proposalText({ ...asked, goods: { ...goods, available: 0, below_step: true } })).toBe(
    'Остаток меньше кратности',
  )
  expect(proposalText(row({}))).toBe('')
  expect(resultText({ ...asked, status: 'check', note: 'Похожий товар' })).toBe('Похожий товар. Взять 10: кратность 10')
})

test('with hidden stock the screen caps nothing', () => {
  const hidden = { ...goods, step: 1, available: 10, stock_label: 'более 10' }
  const asked = row({ goods: hidden, requested: 100, status: 'check', doubt: 'similar' })
  expect(withCandidate(asked, { ...hidden, id: 8 })).toMatchObject({ id: 8, accepted: 100, sum: 41_200 })
  expect(acceptProposal({ ...asked, status: 'badQty', requested: null, proposed: 60 })).toMatchObject({
    accepted: 60,
    status: 'ok',
  })
  const inBasketRow = withQuantity(row({ goods: { ...hidden, in_basket: 20 }, in_basket: 20 }), 50_000)
  expect([isAdded(inBasketRow, 'add'), totalsOf([inBasketRow], 'add')]).toEqual([
    true,
    { toAdd: 1, sum: 20_600, leftOut: 0 },
  ])
  const none = { ...hidden, available: 0, stock_label: 'нет' }
  expect(withCandidate(asked, none)).toMatchObject({ accepted: 0 })
})

test('a stock below the step is shown as in the catalogue', () => {
  const short = row({ status: 'out', accepted: 0, goods: { ...goods, available: 0, step: 100, below_step: true } })
  expect(stateText(short)).toEqual({ tone: 'warn', label: 'Не хватает' })
  expect(resultText(short)).toBe('Остаток меньше кратности 100. Замены нет')
  expect(resultText({ ...short, analogue: goods })).toBe('Остаток меньше кратности 100')
  const out = row({ status: 'out', accepted: 0, goods: { ...goods, available: 0 } })
  expect([stateText(out).label, resultText(out)]).toEqual(['Нет в наличии', 'Замены нет'])
  expect(groupCounts([short, out])).toMatchObject({ out: 1, belowStep: 1 })
})

test('a stored table is restored with the edits of its rows', () => {
  const answer = { rows: [row({ row: 2 }), row({ row: 3 })] } as unknown as UploadReview
  const [first] = reviewRows(answer)
  const edited = first ? [{ ...first, skipped: true }] : []
  expect(restoreRows(answer, edited).map(({ row: rowNumber, skipped }) => [rowNumber, skipped])).toEqual([
    [2, true],
    [3, false],
  ])
})

test('for drafts a row has the quantities of its columns, regardless of stock and basket', () => {
  const soldOut = row({
    status: 'out',
    accepted: 0,
    requested: 40,
    note: 'Нет',
    parts: [10, 30],
    settled: true,
    raw: { code: 'СВОЙ-1', name: '', qnt: '40' },
  })
  const misread = row({ status: 'badQty', requested: null, accepted: 0, parts: [10, null] })
  expect([soldOut, misread, unknown({ parts: [1, 2] })].map((each) => withDraftStatus(each).status)).toEqual([
    'ok',
    'badQty',
    'notFound',
  ])
  expect(rememberedChoices([soldOut].filter(hasKnownGood)).codes, 'remembered though none is in stock').toEqual({
    'СВОЙ-1': 7,
  })

  const typed = withPart(misread, 1, 25_000)
  expect([typed.parts, typed.accepted, withDraftStatus(typed).status]).toEqual([[10, 25], 40, 'ok'])
  expect(withPart(soldOut, 0, 0).parts).toEqual([0, 30])
  expect(withPart(row({ parts: [300, 20] }), 0, 400_000), 'the basket takes what there is').toMatchObject({
    parts: [400, 20],
    accepted: 340,
  })
})
