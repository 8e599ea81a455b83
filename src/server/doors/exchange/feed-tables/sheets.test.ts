import { utils, write } from '@e965/xlsx'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp, Visitor } from '#tests/support/app.ts'
import { startExchangeWithAdmin } from '#tests/support/exchange.ts'

let app: TestApp
let admin: Visitor

beforeAll(async () => {
  ;({ app, admin } = await startExchangeWithAdmin())
})
afterAll(() => app.close())
beforeEach(() => app.db.execute(sql`truncate currency_rates`))

type Grid = (string | number)[][]
const headings = ['Валюта', 'Дата', 'Курс']
const rate = (currency: string): Grid[number] => [currency, '01.11.2026', 80]

/** Loads a workbook; `hidden`: names of its hidden sheets. */
async function load(sheets: Record<string, Grid>, hidden: string[] = []) {
  const book = utils.book_new()
  for (const [name, grid] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(grid), name)
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })) }
  const body = write(book, { type: 'buffer', bookType: 'xlsx' }) as never
  const response = await admin.send('/api/staff/feed-tables/rates/', { method: 'POST', body })
  const { accepted, message } = (await response.json()) as { accepted?: number; message?: string }
  return accepted ?? message
}

test('tables on several sheets are refused by name instead of loading the longest', async () => {
  const sheets = { 2025: [headings, rate('USD')], 2026: [headings, rate('EUR'), rate('CNY')] }
  expect(await load(sheets)).toBe('Таблицы есть на нескольких листах: «2025», «2026». Оставьте в файле одну')
  expect(await load(sheets, ['2025'])).toBe(
    'Таблицы есть на нескольких листах: «2026», «2025» (скрыт). Оставьте в файле одну',
  )
  expect(await app.db.$count(sql`currency_rates`)).toBe(0)
})

test('other sheets, also with bare headings, do not matter', async () => {
  expect(await load({ Заметки: [['Проверить']], Шаблон: [headings], Курсы: [headings, rate('USD')] })).toBe(1)
})

test('a table on a hidden sheet is not loaded unseen', async () => {
  expect(await load({ Заметки: [['Проверить']], Курсы: [headings, rate('USD')] }, ['Курсы'])).toBe(
    'Таблица на скрытом листе «Курсы»: покажите его',
  )
})

test('columns and sheets that are not read are told', async () => {
  const wide = Array.from({ length: 300 }, (_, index) => `Столбец ${index}`)
  expect(await load({ Курсы: [[...headings, ...wide], rate('USD')] })).toBe('Столбцов больше 256: удалите лишние')
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`Лист ${index}`, [['x']]]))
  expect(await load({ ...many, Курсы: [headings, rate('USD')] })).toBe('Листов больше 30: оставьте один, с таблицей')
})
