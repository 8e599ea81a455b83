import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { addOrganisation } from '#tests/support/fixtures.ts'
import { selectContractLines } from './contract-lines.ts'
import { finishStaging, stageItems } from './feed-items.ts'

test('lines of contracts find their contragents by indexes, however many the portal has', async () => {
  const database = await openTestDatabase()
  const client = await database.pool.connect()
  try {
    const { organisationId } = await addOrganisation(database.db, 'ООО «Много»')
    await database.db.execute(sql`insert into contragents (organisation_id, company, inn, kpp, code1c)
      select ${organisationId}, 'ООО ' || n, (7700000000 + n)::text, '770101001', 'many-' || n
      from generate_series(1, 5000) n`)
    await database.db.execute(sql`analyze contragents`)
    const item = (n: number) => ({ number: `${n}`, contragent: { id: `many-${n}`, inn: `${7_700_000_000 + n}` } })
    await stageItems(
      client,
      Array.from({ length: 500 }, (_, index) => ({ line: index + 1, id: `c-${index}`, item: item(index) })),
    )
    await finishStaging(client)
    const { rows } = await drizzle(client).execute<{ 'QUERY PLAN': string }>(
      sql`explain ${selectContractLines({ after: 0, limit: 500 })}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('contragents_code1c')
    expect(plan).not.toMatch(/Seq Scan on contragents/)
  } finally {
    client.release(true)
    await database.close()
  }
})
