import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '#shared/api/money/acts.ts'
import { isDifference } from '#shared/rules/act-outcomes.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { call } from '#web/api/client.ts'
import { openActFixture, type ActFixture } from '#tests/support/books/act-fixture.ts'
import { signedIn } from '#tests/support/fixtures.ts'
import { createBooks } from '#tests/support/books/own-books.ts'
import { hostileFiles, workbookOf, zipOf, type Grid } from '#tests/support/price-sheets.ts'

let desk: ActFixture
beforeAll(async () => {
  desk = await openActFixture()
})
afterAll(() => desk.portal.close())

const today = dayOf(new Date())
const first = addDays(today, -30)

test('[P.6] however another program writes 200 lines, exactly the five planted differences are named', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const { entries, file, planted, notes } = createBooks(seed, first)
      const id = await desk.actOf(entries)
      expect(await (await desk.upload(id, file.bytes, file.name)).json()).toMatchObject({ status: 'success' })
      const { items } = await call(api.actRows, { id, view: 'differences' }, desk.owner)
      const named = items
        .filter(({ outcome }) => isDifference(outcome))
        .map(({ outcome, ours, theirs }) => `${outcome} ${ours[0]?.title ?? theirs[0]?.document}`)
      expect(named.toSorted()).toEqual(planted)
      const act = await desk.read(id)
      expect(act).toMatchObject({ differences: 5, unexplained: 0 })
      expect(act.outcomes.note).toBe(notes)
    }),
    { numRuns: 10 },
  )
})

test('a file that holds no ledger is refused with a sentence that helps, whatever it is', async () => {
  const id = await desk.actOf([{ day: first, number: '1', debit: 100 }])
  const { bytes } = createBooks(1, first).file
  const head = ['Дата', 'Документ', 'Дебет', 'Кредит']
  const sheet = (...rows: Grid) => workbookOf({ Лист1: rows })
  const files: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    'a PDF': Buffer.from('%PDF-1.7\n%âãÏÓ 1 0 obj'),
    'a picture': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'a text': Buffer.from('Здравствуйте! Высылаем сверку.'),
    'a Word document': await zipOf({ 'word/document.xml': '<w:document/>' }),
    'an archive': await zipOf({ 'Сверка.txt': 'текст' }),
    'half a file': bytes.subarray(0, Math.floor(bytes.length / 2)),
    'a program': Buffer.from('4d5a90000300000004000000ffff0000', 'hex'),
    'zero bytes': Buffer.alloc(5000),
    'an empty sheet': sheet([]),
    'headings alone': sheet(head),
    'sums that are none': sheet(head, ['01.10.2026', 'УПД 1', 'сто', 'двести']),
    'goods and prices': sheet(['Артикул', 'Наименование', 'Сумма'], ['DX-1', 'Дрель', 100]),
    'too many lines': sheet(head, ...Array.from({ length: 20_001 }, (_, n) => ['01.10.2026', `УПД ${n}`, '', n + 1])),
    ...Object.fromEntries(Object.entries(await hostileFiles()).map(([name, file]) => [name, file.bytes])),
  }
  for (const [name, content] of Object.entries(files)) {
    const response = await desk.upload(id, content, `${name}.xlsx`)
    const { message } = (await response.json()) as { message: string }
    expect([400, 422], `${name}: ${response.status} ${message}`).toContain(response.status)
    expect(message, name).toMatch(/^[А-ЯЁ].{4,}/)
  }
  expect((await desk.read(id)).book).toBeNull()
}, 90_000)

test('an own ledger is refused if too large, or if its act is missing, not ready or not the sender’s', async () => {
  const { bytes } = createBooks(1, first).file
  const id = await desk.actOf([{ day: first, number: '1', debit: 100 }])
  expect((await desk.upload(id, Buffer.alloc(api.maxBookBytes + 1), 'Большой.xlsx')).status).toBe(413)
  expect((await desk.upload(id, bytes, 'я'.repeat(201))).status).toBe(400)
  expect((await desk.upload(0, bytes, 'Сверка.xlsx')).status).toBe(404)
  const manager = await signedIn(desk.portal, desk.world.managerId)
  const sent = { method: 'POST', body: new Uint8Array(bytes), headers: { 'x-requested-with': 'test' } }
  expect((await manager.send(`/api/act/${id}/book`, sent)).status).toBe(403)
  await desk.portal.db.execute(sql`truncate ledger_states`)
  const { act } = await call(
    api.requestAct,
    { startdate: formatDay(addDays(first, 1)), enddate: formatDay(today) },
    desk.owner,
  )
  expect(await (await desk.upload(act.id, bytes, 'Сверка.xlsx')).json()).toMatchObject({ code: 'actNotReady' })
})
