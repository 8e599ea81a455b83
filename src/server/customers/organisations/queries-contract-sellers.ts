import { sql } from 'drizzle-orm'
import type { SellersContract } from '#shared/api/staff/sellers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { containsPattern } from '#server/platform/db/like.ts'

const columns = sql`
  c.id, c.number, to_char(c.signed_on, 'DD.MM.YYYY') as date, o.name as organisation, g.company as contragent, g.inn,
    c.seller_id as seller`
/** Without those of visitors of the demo mode. */
const sources = sql`
  contracts c join organisations o on o.id = c.organisation_id and not o.demo
  join contragents g on g.id = c.contragent_id`

/** Contract number, contragent, its ИНН or the organisation contains the text. */
const matching = (query: string) => {
  if (query === '') return sql`true`
  const pattern = containsPattern(query)
  return sql`(c.number ilike ${pattern} or g.company ilike ${pattern} or g.inn like ${pattern}
    or o.name ilike ${pattern})`
}

export async function countContracts(db: Db, { query }: { query: string }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sources} where ${matching(query)}`,
  )
  return rows[0]?.count ?? 0
}

export async function listContractSellers(
  db: Db,
  { query, offset, limit }: { query: string; offset: number; limit: number },
): Promise<SellersContract[]> {
  const { rows } = await db.execute<SellersContract>(sql`
    select ${columns} from ${sources} where ${matching(query)} order by g.company, c.number, c.id
    limit ${limit} offset ${offset}`)
  return rows
}

/** Locks the contract. */
export async function findContractSeller(tx: Db, { contractId }: { contractId: number }) {
  const { rows } = await tx.execute<{ sellerId: number | null; organisationId: number }>(sql`
    select seller_id as "sellerId", organisation_id as "organisationId" from contracts
    where id = ${contractId} for update`)
  return rows[0]
}

/** Undefined if there is no such contract; an unknown seller violates the foreign key. */
export async function writeContractSeller(
  db: Db,
  { contractId, sellerId }: { contractId: number; sellerId: number | null },
): Promise<SellersContract | undefined> {
  const { rows } = await db.execute<SellersContract>(sql`
    with changed as (update contracts set seller_id = ${sellerId} where id = ${contractId} returning *)
    select ${columns} from changed c join organisations o on o.id = c.organisation_id
    join contragents g on g.id = c.contragent_id`)
  return rows[0]
}
