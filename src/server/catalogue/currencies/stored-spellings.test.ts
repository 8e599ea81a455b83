import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencyBySpelling, parseCurrency } from '#shared/rules/prices/currency-spellings.ts'
import { migrationsFolder } from '#server/platform/db/migrate.ts'
import { openEmptyDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let renamings: string

beforeAll(async () => {
  database = await openEmptyDatabase()
  const [first, second] = await Promise.all(
    ['0079_currency_rates.sql', '0085_currency_spellings.sql'].map((file) =>
      readFile(join(migrationsFolder, file), 'utf8'),
    ),
  )
  const statements = (first ?? '')
    .split('--> statement-breakpoint')
    .filter((each) => each.includes('UPDATE price_types'))
  renamings = [...statements, second].join(';')
})
afterAll(() => database.close())

const capitalised = (text: string) => text.replace(/^./u, (first) => first.toUpperCase())
const formsOf = (spelling: string) => [
  spelling,
  spelling.toUpperCase(),
  capitalised(spelling),
  `${spelling}.`,
  ` ${spelling.replace(' ', '\u00A0')} `,
]

// In the collation C, as in a database with that locale, lower() knows Latin letters only.
test.each(['default', 'C'])('currencies stored as 1C spells them become codes, collated %j', async (collation) => {
  const sent = [...currencyBySpelling.keys()].flatMap(formsOf)
  const unknown = ['фантик', 'XYZ', '12']
  const client = await database.pool.connect()
  try {
    await client.query(`create temp table price_types (currency text collate "${collation}", sent text)`)
    await client.query('insert into price_types select x, x from unnest($1::text[]) x', [[...sent, ...unknown]])
    await client.query(renamings)
    const { rows } = await client.query<{ sent: string; currency: string }>('select sent, currency from price_types')
    const stored = new Map(rows.map((row) => [row.sent, row.currency]))
    expect(sent.filter((text) => stored.get(text) !== parseCurrency(text))).toEqual([])
    expect(unknown.map((text) => stored.get(text)?.toLowerCase())).toEqual(unknown.map((text) => text.toLowerCase()))
  } finally {
    await client.query('drop table if exists price_types')
    client.release()
  }
})
