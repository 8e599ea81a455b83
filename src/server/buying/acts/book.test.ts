import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/money/acts.ts'
import { staffActRows, staffGetAct } from '#shared/api/money/staff-acts.ts'
import { isDifference } from '#shared/rules/act-outcomes.ts'
import { addDays, dayOf, formatDay, type Day } from '#shared/rules/dates.ts'
import { call } from '#web/api/client.ts'
import { openActFixture, type ActFixture } from '#tests/support/books/act-fixture.ts'
import type { Visitor } from '#tests/support/app.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import type { LedgerInput } from '#tests/support/ledger.ts'
import { workbookOf, type Grid } from '#tests/support/price-sheets.ts'
import { readWorkbook } from '#tests/support/spreadsheet.ts'
import { textOf } from '#tests/support/pdf.ts'

let desk: ActFixture
let owner: Visitor
beforeAll(async () => {
  desk = await openActFixture()
  owner = desk.owner
})
afterAll(() => desk.portal.close())

const today = dayOf(new Date())
const first = addDays(today, -30)
const read = (id: number) => desk.read(id)
const actOf = (entries: readonly LedgerInput[]) => desk.actOf(entries)
const rowsOf = (id: number, input: object = {}) => call(api.actRows, { id, ...input }, owner)
const answer = (id: number, match: number, kind: 'agree' | 'dispute') =>
  call(api.answerActMatch, { id, match, answer: kind }, owner)

async function upload(id: number, bytes: Buffer, name?: string) {
  const response = await desk.upload(id, bytes, name)
  return (await response.json()) as { status: string; code?: string; message?: string; act: api.Act }
}

type Line = { day: Day; number: string; kopecks: number }

const money = (kopecks: number) =>
  `${Math.floor(kopecks / 100).toLocaleString('ru')},${String(kopecks % 100).padStart(2, '0')}`

/** A card of account 60: shipments stand in its credit, payments in its debit. */
function cardOf(lines: readonly { day: Day; text: string; kopecks: number }[], openingKopecks: number): Grid {
  return [
    ['ООО "Вектор"'],
    ['Карточка счета 60'],
    ['Период', 'Документ', 'Дебет', 'Кредит'],
    ['Сальдо на начало', '', '', money(openingKopecks)],
    ...lines.map(({ day, text, kopecks }) => [
      formatDay(day),
      text,
      kopecks < 0 ? money(-kopecks) : '',
      kopecks > 0 ? money(kopecks) : '',
    ]),
    ['Обороты за период', '', '1,00', '1,00'],
  ]
}

/** 200 documents of 31 days, no two sums alike. */
const documents: Line[] = Array.from({ length: 200 }, (_, n) => ({
  day: addDays(first, Math.floor(n / 6.6)),
  number: String(4100 + n),
  kopecks: n % 3 === 2 ? -(1_000_000 + n * 7_919) : 2_000_000 + n * 7_919,
}))
const entryOf = ({ day, number, kopecks }: Line): LedgerInput => ({
  day,
  number,
  ...(kopecks > 0 ? { debit: kopecks } : { kind: 'payment', credit: -kopecks }),
})
const spellings = [
  (number: string) => `УПД ${number}`,
  (number: string, day: Day) => `Поступление (акт, накладная, УПД) 0000-00${number} от ${formatDay(day)} 12:00:00`,
  (number: string) => `Операция БП-00${number}`,
]

test('[P.6] of 200 rows of the buyer’s own ledger exactly the five planted differences are named', async () => {
  const id = await actOf([{ day: addDays(first, -5), number: '1', debit: 500_000 }, ...documents.map(entryOf)])
  const own = documents.flatMap(({ day, number, kopecks }, n) => {
    const text = spellings[n % spellings.length]?.(number, day) ?? ''
    const part = Math.trunc(kopecks / 4)
    if (n === 30) return [{ day: addDays(day, 3), text, kopecks }]
    if (n === 60)
      return [
        { day, text, kopecks: part },
        { day, text, kopecks: kopecks - part },
      ]
    if (n === 10) return [{ day, text, kopecks: kopecks + 3600 }]
    if (n === 50) return [{ day: addDays(day, 6), text, kopecks }]
    return n === 90 || n === 141 ? [] : [{ day, text, kopecks }]
  })
  own.push({ day: addDays(first, 15), text: 'Списание с расчётного счёта 77001', kopecks: -7_777_777 })
  const answered = await upload(id, workbookOf({ Лист1: cardOf(own, 500_000) }))
  expect(answered).toMatchObject({ status: 'success', act: { differences: 5, unanswered: 4 } })

  const { items } = await rowsOf(id, { view: 'differences' })
  const named = items.filter(({ outcome }) => isDifference(outcome))
  expect(named.map(({ outcome, ours, theirs }) => [outcome, ours[0]?.title ?? theirs[0]?.document])).toEqual([
    ['sum', 'УПД 4110'],
    ['date', 'Платёж 4150'],
    ['absentTheirs', 'УПД 4190'],
    ['absentOurs', 'Списание с расчётного счёта 77001'],
    ['absentTheirs', 'УПД 4241'],
  ])
  expect(items.filter(({ outcome }) => outcome === 'note').map(({ cause }) => cause)).toEqual([
    'у вас позже на 3 дн.',
    'у вас 2 строки, у нас одна',
  ])
  const act = await read(id)
  expect(act).toMatchObject({
    outcomes: { same: 194, note: 2, date: 1, sum: 1, side: 0, absentTheirs: 2, absentOurs: 1 },
    unexplained: 0,
    book: { name: 'Карточка сч. 60.xlsx', lines: 200, outside: 0, opening: 5000 },
  })
  const effects = act.steps.reduce((sum, { effect }) => sum + Math.round(effect * 100), 0)
  expect(effects).toBe(Math.round((act.difference ?? 0) * 100))
  expect(act.steps).toHaveLength(5)
})

test('between differences what agrees is folded, and unfolds by its numbers', async () => {
  const id = await actOf(documents.slice(0, 12).map(entryOf))
  const own = documents.slice(0, 12).flatMap(({ day, number, kopecks }, n) => {
    if (n === 4) return []
    return [{ day, text: `УПД ${number}`, kopecks: n === 8 ? kopecks + 100 : kopecks }]
  })
  await upload(id, workbookOf({ Лист1: cardOf(own, 0) }))
  const { items, runs } = await rowsOf(id, { view: 'differences' })
  expect(items.map(({ match }) => match)).toEqual([5, 9])
  expect(runs.map(({ before, from, to, ours, theirs }) => [before, from, to, ours.count, theirs.count])).toEqual([
    [5, 1, 4, 4, 4],
    [9, 6, 8, 3, 3],
    [null, 10, 12, 3, 3],
  ])
  expect((await rowsOf(id, { view: 'all', from: 6, to: 8 })).items.map(({ match }) => match)).toEqual([6, 7, 8])
  expect((await rowsOf(id, { view: 'same' })).pagination.total).toBe(10)
  const paged = await rowsOf(id, { view: 'differences', page: 2, perpage: 1 })
  expect([paged.items.map(({ match }) => match), paged.runs.map(({ from, to }) => [from, to])]).toEqual([
    [9],
    [
      [6, 8],
      [10, 12],
    ],
  ])
})

test('every difference of the balance is answered before an act is confirmed; another file starts again', async () => {
  const id = await actOf(documents.slice(0, 6).map(entryOf))
  const own = documents.slice(1, 6).map(({ day, number, kopecks }) => ({ day, text: `УПД ${number}`, kopecks }))
  await upload(id, workbookOf({ Лист1: cardOf(own, 0) }))
  await expect(call(api.confirmAct, { id }, owner)).rejects.toMatchObject({ code: 'actUnanswered' })
  expect((await answer(id, 1, 'dispute')).act).toMatchObject({ disputed: 1, unanswered: 0 })
  await expect(call(api.confirmAct, { id }, owner)).rejects.toMatchObject({ code: 'actDisputed' })

  const all = documents.slice(0, 6).map(({ day, number, kopecks }) => ({ day, text: `УПД ${number}`, kopecks }))
  expect((await upload(id, workbookOf({ Лист1: cardOf(all, 0) }))).act).toMatchObject({ differences: 0, disputed: 0 })
  const { act } = await call(api.removeActBook, { id }, owner)
  expect([act.differences, (await read(id)).book]).toEqual([0, null])
  await upload(id, workbookOf({ Лист1: cardOf(own, 0) }))
  await answer(id, 1, 'agree')
  expect((await call(api.confirmAct, { id }, owner)).act.state).toBe('confirmed')
  expect(await upload(id, workbookOf({ Лист1: cardOf(own, 0) }))).toMatchObject({ code: 'actAnswered' })
  await expect(call(api.removeActBook, { id }, owner)).rejects.toMatchObject({ code: 'actAnswered' })
})

test('answers are kept for a colleague to go on from the first line without one; staff see them sent', async () => {
  const id = await actOf(documents.slice(0, 160).map(entryOf))
  // 130 differences: the first unanswered line moves to the second page of them.
  const own = documents.slice(130, 160).map(({ day, number, kopecks }) => ({ day, text: `УПД ${number}`, kopecks }))
  await upload(id, workbookOf({ Лист1: cardOf(own, 0) }))
  expect((await read(id)).first_unanswered).toEqual({ match: 1, title: 'УПД 4100', page: 1 })
  const { items } = await rowsOf(id, { view: 'differences' })
  for (const { match } of items) await answer(id, match, match === 2 ? 'dispute' : 'agree')

  const accountant = await signedIn(desk.portal, desk.world.accountantId)
  const { act } = await call(api.readAct, { id }, accountant)
  expect(act).toMatchObject({ agreed: 99, disputed: 1, unanswered: 30, first_unanswered: { match: 101, page: 2 } })
  const secondPage = await call(api.actRows, { id, view: 'differences', page: 2 }, accountant)
  expect(secondPage.items[0]).toMatchObject({ match: 101, answer: null })
  await expect(call(api.disputeAct, { id }, accountant)).rejects.toMatchObject({ code: 'actUnanswered' })

  const sales = await signedIn(desk.portal, desk.world.salesId)
  const seenByStaff = async () => ({
    act: (await call(staffGetAct, { id }, sales)).act,
    rows: (await call(staffActRows, { id }, sales)).items.map(({ match }) => match),
  })
  expect(await seenByStaff()).toMatchObject({
    act: { state: 'ready', agreed: 0, disputed: 0, unreplied: 0, first_unanswered: null },
    rows: [],
  })
  for (const { match } of secondPage.items) await call(api.answerActMatch, { id, match, answer: 'agree' }, accountant)
  await call(api.disputeAct, { id }, accountant)
  expect(await seenByStaff()).toMatchObject({ act: { state: 'disputed', agreed: 129, disputed: 1 }, rows: [2] })
})

test('our own act sent back agrees with itself: its sides are ours', async () => {
  const id = await actOf(documents.slice(0, 20).map(entryOf))
  const sheet = await owner.send(`/api/act/${id}/act.xlsx`, {})
  const { act } = await upload(id, Buffer.from(await sheet.arrayBuffer()), 'Акт.xlsx')
  expect(act.differences).toBe(0)
  expect(await read(id)).toMatchObject({ difference: 0, unexplained: 0, outcomes: { same: 20 }, book: { lines: 20 } })
})

test('paper and spreadsheet show both sides with what does not agree', async () => {
  const id = await actOf(documents.slice(0, 3).map(entryOf))
  const own = documents.slice(1, 3).map(({ day, number, kopecks }) => ({ day, text: `УПД ${number}`, kopecks }))
  await upload(id, workbookOf({ Лист1: cardOf(own, 0) }))
  const { rows } = await readWorkbook(
    Buffer.from(await (await owner.send(`/api/act/${id}/act.xlsx`, {})).arrayBuffer()),
  )
  expect(rows.sheetJs[3]).toEqual(expect.arrayContaining(['Ваш документ', 'Сверка', 'Разница, ₽']))
  expect(rows.sheetJs[5]).toEqual(expect.arrayContaining(['УПД 4100', 'нет у вас', 20_000]))
  const pdf = await textOf(Buffer.from(await (await owner.send(`/api/act/${id}/act.pdf`, {})).arrayBuffer()))
  expect(pdf.replaceAll(/\s+/g, ' ')).toContain('УПД 4101')
})

test('what is no ledger is refused with what would do', async () => {
  const id = await actOf(documents.slice(0, 3).map(entryOf))
  expect(
    await upload(
      id,
      workbookOf({
        Лист1: [
          ['Артикул', 'Заказ'],
          ['DX-1', 5],
        ],
      }),
    ),
  ).toMatchObject({
    code: 'noLedger',
    message: expect.stringContaining('карточка счёта 60') as string,
  })
  expect(await upload(id, Buffer.from('%PDF-1.7 нет таблицы'))).toMatchObject({ status: 'error' })
  expect((await read(id)).book).toBeNull()
  expect(await upload(999_999, workbookOf({ Лист1: cardOf([], 0) }))).toMatchObject({ code: 'notFound' })
})
