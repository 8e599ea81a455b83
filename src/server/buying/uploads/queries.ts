import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { RememberedColumns } from './reading/columns.ts'

export type Customer = { contragentId: number; contragent: string }

/** The contragent of one of the organisation's contracts. */
export async function findCustomer(
  db: Db,
  { organisationId, contractId }: { organisationId: number; contractId: number },
): Promise<Customer | undefined> {
  const { rows } = await db.execute<Customer>(sql`
    select g.id as "contragentId", g.company as contragent from contracts c join contragents g on g.id = c.contragent_id
    where c.id = ${contractId} and c.organisation_id = ${organisationId}`)
  return rows[0]
}

type ContragentScope = { organisationId: number; contragentId: number }

const own = ({ organisationId, contragentId }: ContragentScope) =>
  sql`contragent_id = (select id from contragents where id = ${contragentId} and organisation_id = ${organisationId})`

/** A contragent's own code: our good, and its name in the row ('' = none). */
export type ClientCode = { code: string; productId: number; name: string }

/** The contragent's codes stored under these keys, newest last. */
export async function listClientCodes(
  db: Db,
  { keys, ...scope }: ContragentScope & { keys: readonly string[] },
): Promise<ClientCode[]> {
  if (keys.length === 0) return []
  const { rows } = await db.execute<ClientCode>(sql`
    select code, product_id as "productId", name from client_codes
    where ${own(scope)} and key = any(${sql.param(keys)}::text[]) order by settled_at, key`)
  return rows
}

/** Stores codes; an existing one is replaced. Above `max` per contragent the oldest are deleted. */
export async function saveClientCodes(
  db: Db,
  { codes, max, ...scope }: ContragentScope & { codes: readonly (ClientCode & { key: string })[]; max: number },
): Promise<void> {
  if (codes.length === 0) return
  await db.execute(sql`
    insert into client_codes (contragent_id, key, code, name, product_id)
    select contragent.id, given.* from unnest(
      ${sql.param(codes.map(({ key }) => key))}::text[], ${sql.param(codes.map(({ code }) => code))}::text[],
        ${sql.param(codes.map(({ name }) => name))}::text[],
        ${sql.param(codes.map(({ productId }) => productId))}::int[]) as given (key, code, name, product_id)
    cross join (select id from contragents where id = ${scope.contragentId}
      and organisation_id = ${scope.organisationId}) contragent
    on conflict (contragent_id, key) do update set code = excluded.code, name = excluded.name,
      product_id = excluded.product_id, settled_at = now()`)
  await db.execute(sql`
    delete from client_codes where ${own(scope)} and key in (
      select key from client_codes where ${own(scope)} order by settled_at desc, key offset ${max})`)
}

export async function listColumns(db: Db, scope: ContragentScope): Promise<RememberedColumns[]> {
  const { rows } = await db.execute<{ columns: RememberedColumns }>(sql`
    select columns from upload_columns where ${own(scope)} order by used_at desc limit 50`)
  return rows.map(({ columns }) => columns)
}

/** Stores the columns of files with these headings; all but the latest 50 of a contragent are deleted. */
export async function saveColumns(
  db: Db,
  { headings, columns, ...scope }: ContragentScope & { headings: string; columns: RememberedColumns },
): Promise<void> {
  await db.execute(sql`
    insert into upload_columns (contragent_id, headings, columns)
    select id, ${headings}, ${JSON.stringify(columns)}::jsonb from contragents where id = ${scope.contragentId}
      and organisation_id = ${scope.organisationId}
    on conflict (contragent_id, headings) do update set columns = excluded.columns, used_at = now()`)
  await db.execute(sql`
    delete from upload_columns where ${own(scope)} and headings in (
      select headings from upload_columns where ${own(scope)} order by used_at desc, headings offset 50)`)
}

/** By product: its linked analogues (of a variant those of its product), and one of its categories. */
export async function listBoundAnalogues(db: Db, { productIds }: { productIds: readonly number[] }) {
  const { rows } = await db.execute<{ productId: number; analogueIds: number[]; categoryId: number | null }>(sql`
    select requested.id as "productId",
      coalesce((select jsonb_agg(bound_id order by position, bound_id) from product_binds
        where product_id = requested.id
        and kind = 'analogue' and not hidden), '[]') as "analogueIds",
      (select min(category_id) from product_categories where product_id = requested.id) as "categoryId"
    from unnest(${sql.param(productIds)}::int[]) as requested (id)`)
  return rows
}
