import { sql } from 'drizzle-orm'
import type { PriceRule } from '#shared/rules/parties/price-politics.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holds } from '#server/platform/sessions/shared-queries-rights.ts'
import { allowedContracts, allowedContractsOfAll } from '#server/customers/organisations/shared-queries-contracts.ts'

export type LinkRow = {
  id: number
  token: string
  name: string
  contractId: number
  createdAt: string
  lastUsedAt: string | null
  author: string
  isUsable: boolean
}

const isoText = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/**
 * A link is usable while it is not revoked, its contract is active, and its author may sign in and see price lists.
 */
const isUsable = sql`link.revoked_at is null and contract.status = 'active' and author.enabled
  and organisation.status = 'active' and ${holds(sql`author`, 'priceList.view')}`
const sources = sql`price_links link
  join contracts contract on contract.id = link.contract_id
  join accounts author on author.id = link.account_id
  join organisations organisation on organisation.id = author.organisation_id`

/** Over `link`: a link shows the prices its author sees, so an account under price politics manages only its own. */
const isVisibleTo = ({ accountId }: { accountId: number }) => sql`exists (
  select from accounts reader where reader.id = ${accountId}
    and (reader.id = link.account_id or ${holds(sql`reader`, 'price.contract')}))`

/**
 * Active links of the contracts allowed to the account, newest first. Unusable ones are listed too: they can be
 * revoked.
 */
export async function listLinks(
  db: Db,
  { accountId, contractId }: { accountId: number; contractId: number | undefined },
): Promise<LinkRow[]> {
  const { rows } = await db.execute<LinkRow>(sql`
    select link.id, link.token, link.name, link.contract_id as "contractId", ${isoText('link.created_at')}
      as "createdAt",
      ${isoText('link.last_used_at')} as "lastUsedAt", author.name as author,
      ${isUsable} and exists (select from (${allowedContractsOfAll}) as allowed where allowed.account_id = author.id
        and allowed.contract_id = contract.id) as "isUsable"
    from ${sources}
    where link.revoked_at is null and ${isVisibleTo({ accountId })} and contract.id in (select id
    from (${allowedContracts({ accountId })}) as allowed)
      and (${contractId ?? null}::int is null or contract.id = ${contractId ?? null}::int)
    order by link.id desc`)
  return rows
}

/** Namespace of the advisory locks that serialise the creation of a contract's links. */
const contractLock = 611_008

export async function lockContract(tx: Db, { contractId }: { contractId: number }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${contractLock}, ${contractId})`)
}

export async function countLinks(db: Db, { contractId }: { contractId: number }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) as count from price_links where contract_id = ${contractId} and revoked_at is null`)
  return rows[0]?.count ?? 0
}

export type LinkInput = { accountId: number; contractId: number; name: string }

/** An equal link created recently, so that a repeated request creates only one. */
export async function findDuplicateLink(
  tx: Db,
  { accountId, contractId, name }: LinkInput,
  { withinSeconds }: { withinSeconds: number },
): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from price_links
    where account_id = ${accountId} and contract_id = ${contractId} and name = ${name} and revoked_at is null
      and created_at > now() - make_interval(secs => ${withinSeconds})
    order by id desc limit 1`)
  return rows[0]?.id
}

export async function insertLink(
  tx: Db,
  { accountId, contractId, name, token, origin }: LinkInput & { token: string; origin: string },
): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into price_links (token, contract_id, account_id, name, origin)
      values (${token}, ${contractId}, ${accountId}, ${name}, ${origin}) returning id`)
  return rows[0]?.id ?? 0
}

/** Revokes a link of a contract allowed to the account and returns the contract. Idempotent. */
export async function revokeLink(
  db: Db,
  { accountId, linkId }: { accountId: number; linkId: number },
): Promise<number | undefined> {
  const { rows } = await db.execute<{ contractId: number }>(sql`
    update price_links link set revoked_at = coalesce(revoked_at, now())
    where id = ${linkId} and ${isVisibleTo({ accountId })} and contract_id in (select id
    from (${allowedContracts({ accountId })}) as allowed)
    returning contract_id as "contractId"`)
  return rows[0]?.contractId
}

export type OpenLink = {
  id: number
  contractId: number
  accountId: number
  origin: string
  pricePolitics: PriceRule[]
  unused: boolean
}

/** The link with this token, if usable; `unused` if its last use is older than the recording interval. */
export async function findOpenLink(
  db: Db,
  { token, useRecordIntervalMinutes }: { token: string; useRecordIntervalMinutes: number },
): Promise<OpenLink | undefined> {
  const { rows } = await db.execute<OpenLink>(sql`
    select link.id, link.contract_id as "contractId", author.id as "accountId", link.origin,
      author.price_politics as "pricePolitics",
      coalesce(link.last_used_at < now() - make_interval(mins => ${useRecordIntervalMinutes}), true) as unused
    from ${sources} where link.token = ${token} and ${isUsable}`)
  return rows[0]
}

export async function recordUse(db: Db, { linkId }: { linkId: number }): Promise<void> {
  await db.execute(sql`update price_links set last_used_at = now() where id = ${linkId}`)
}
