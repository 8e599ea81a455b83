import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { allowedContracts } from '#server/customers/organisations/shared-queries-contracts.ts'

type Watch = { accountId: number; contractId: number; productId: number }

/** Whether the contract sells the product or one of its variants; undefined: no such product. */
export async function isSoldUnder(db: Db, { accountId, contractId, productId }: Watch): Promise<boolean | undefined> {
  const { rows } = await db.execute<{ sold: boolean }>(sql`
    select p.active and parent.active is distinct from false and exists (
      select from products item join prices price on price.product_id = item.id
      join (${allowedContracts({ accountId })}) as allotted on allotted.price_type_id = price.price_type_id
        and allotted.id = ${contractId}
      where (item.id = p.id or item.parent_id = p.id) and item.active) as sold
    from products p left join products parent on parent.id = p.parent_id where p.id = ${productId}`)
  return rows[0]?.sold
}

/** False if the account watches `max` products already. */
export async function addWatch(
  db: Db,
  { accountId, contractId, productId, max }: Watch & { max: number },
): Promise<boolean> {
  const { rows } = await db.execute<{ fits: boolean }>(sql`
    with sums as (
      select exists (select from arrival_watches where account_id = ${accountId} and contract_id = ${contractId}
        and product_id = ${productId})
        or (select count(*) from arrival_watches where account_id = ${accountId}) < ${max} as fits),
    added as (
      insert into arrival_watches (account_id, contract_id, product_id)
      select ${accountId}, ${contractId}, ${productId} from sums where fits on conflict do nothing)
    select fits from sums`)
  return rows[0]?.fits ?? false
}

export async function removeWatch(db: Db, { accountId, contractId, productId }: Watch): Promise<void> {
  await db.execute(
    sql`delete from arrival_watches where account_id = ${accountId} and contract_id = ${contractId}
      and product_id = ${productId}`,
  )
}

export async function listWatches(db: Db, { accountId, contractId }: Omit<Watch, 'productId'>): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select product_id as id from arrival_watches where account_id = ${accountId} and contract_id = ${contractId}
    order by product_id`)
  return rows.map(({ id }) => id)
}
