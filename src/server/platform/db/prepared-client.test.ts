import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a statement with parameters is prepared from its third use, one without parameters never', async () => {
  const client = await database.pool.connect()
  const prepared = async () =>
    (await client.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
      ({ statement }) => statement,
    )
  try {
    for (const value of [1, 2]) await client.query('select $1::int + 1 as next', [value])
    expect(await prepared()).toEqual([])
    const { rows } = await client.query({ text: 'select $1::int + 1 as next', values: [3] })
    expect(rows).toEqual([{ next: 4 }])
    expect(await prepared()).toEqual(['select $1::int + 1 as next'])
  } finally {
    client.release()
  }
})

test('a prepared statement finds other rows with other parameters', async () => {
  const query = async (value: string) =>
    (await database.pool.query<{ is: string }>('select $1::text as is', [value])).rows[0]?.is
  const values = ['а', 'б', 'в', 'г', 'д', 'е', 'ж']
  expect(await Promise.all(values.map(query))).toEqual(values)
})
