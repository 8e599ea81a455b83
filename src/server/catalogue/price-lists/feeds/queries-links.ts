import { sql } from 'drizzle-orm'
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
  works: boolean
}

const isoText = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/**
 * An address works while it is not revoked, its contract is active, and its author may sign in and see price lists and
 * prices.
 */
const works = sql`link.revoked_at is null and contract.status = 'active' and author.enabled
  and organisation.status = 'active' and ${holds(sql`author`, 'priceList.view')} and ${holds(sql`author`, 'price.contract')}`
const sources = sql`price_links link
  join contracts contract on contract.id = link.contract_id
  join accounts author on author.id = link.account_id
  join organisations organisation on organisation.id = author.organisation_id`

/**
 * Active addresses of the contracts allowed to the account, newest first; each may be revoked, whether it works or not.
 */
export async function listLinks(
  db: Db,
  { accountId, contractId }: { accountId: number; contractId: number | undefined },
): Promise<LinkRow[]> {
  const { rows } = await db.execute<LinkRow>(sql`
    select link.id, link.token, link.name, link.contract_id as "contractId", ${isoText('link.created_at')}
      as "createdAt",
      ${isoText('link.last_used_at')} as "lastUsedAt", author.name as author,
      ${works} and exists (select from (${allowedContractsOfAll}) as anyone where anyone.account_id = author.id
        and anyone.contract_id = contract.id) as works
    from ${sources}
    where link.revoked_at is null and contract.id in (select id from (${allowedContracts({ accountId })}) as allowed)
      and (${contractId ?? null}::int is null or contract.id = ${contractId ?? null}::int)
    order by link.id desc`)
  return rows
}

/** First key of the advisory locks under which addresses of a contract are made one after the other. */
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

/** The same address asked for a moment ago: a request sent twice makes one. */
export async function findEqualLink(
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
    insert into price_links (token, contract_id, account_id, name, origin) values (${token}, ${contractId}, ${accountId}, ${name}, ${origin}) returning id`)
  return rows[0]?.id ?? 0
}

/** Revokes an address of a contract allotted to the account; answers the contract, also when it was revoked before. */
export async function revokeLink(
  db: Db,
  { accountId, linkId }: { accountId: number; linkId: number },
): Promise<number | undefined> {
  const { rows } = await db.execute<{ contractId: number }>(sql`
    update price_links set revoked_at = coalesce(revoked_at, now())
    where id = ${linkId} and contract_id in (select id from (${allowedContracts({ accountId })}) as allowed)
    returning contract_id as "contractId"`)
  return rows[0]?.contractId
}

export type OpenLink = {
  id: number
  contractId: number
  accountId: number
  origin: string
  unused: boolean
}

/** The address behind a token, if it works; `unused` when its last use is not of the last minutes. */
export async function findOpenLink(
  db: Db,
  { token, noticeMinutes }: { token: string; noticeMinutes: number },
): Promise<OpenLink | undefined> {
  const { rows } = await db.execute<OpenLink>(sql`
    select link.id, link.contract_id as "contractId", author.id as "accountId", link.origin,
      coalesce(link.last_used_at < now() - make_interval(mins => ${noticeMinutes}), true) as unused
    from ${sources} where link.token = ${token} and ${works}`)
  return rows[0]
}

export async function recordUse(db: Db, { linkId }: { linkId: number }): Promise<void> {
  await db.execute(sql`update price_links set last_used_at = now() where id = ${linkId}`)
}
