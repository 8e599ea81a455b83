import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { goodsArticul, goodsHeader, isSold, mainPicture } from '#server/catalogue/prices/queries.ts'
import type { Named } from './matching/match.ts'
import type { RememberedColumns } from './reading/columns.ts'

/** What an upload shows of a good besides price and stock. */
export type SoldGood = Named & {
  parentId: number | null
  shownArticul: string
  picture: { id: number; type: string } | null
}

/** Goods sold at a price type that are among these products or are variants of one of them. */
export async function listSoldGoods(
  db: Db,
  { priceTypeId, productIds }: { priceTypeId: number; productIds: readonly number[] },
): Promise<SoldGood[]> {
  if (productIds.length === 0) return []
  const productIdArray = sql`${sql.param(productIds)}::int[]`
  const { rows } = await db.execute<SoldGood>(sql`
    select p.id, coalesce(p.parent_id, p.id) as row, p.parent_id as "parentId", p.articul, coalesce(parent.articul, '')
      as "parentArticul",
      array_remove(array[p.code, parent.code], null) as codes, p.barcodes || coalesce(parent.barcodes, '{}')
        as barcodes, ${goodsHeader} as header,
      array_remove(array[p.name, p.full_name, parent.name, parent.full_name], null) as names, coalesce(brand.name, '')
        as brand,
      array(select told.value from product_parameters has join parameter_values told on told.id = has.value_id
        where has.product_id = p.id and p.parent_id is not null order by told.parameter_id, told.value) as params,
          ${goodsArticul} as "shownArticul", ${mainPicture} as picture
    from (select id from products where id = any(${productIdArray}) union select id from products
      where parent_id = any(${productIdArray})) asked
    join products p on p.id = asked.id
    left join products parent on parent.id = p.parent_id
    left join brands brand on brand.id = coalesce(p.brand_id, parent.brand_id)
    join prices price on price.product_id = p.id and price.price_type_id = ${priceTypeId}
    where ${isSold}
    order by p.id`)
  return rows
}

export type Customer = { contragentId: number; contragent: string }

/** The contragent of a contract that the organisation has. */
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

/** What a contragent has settled of a code: our good, and what the row called it ('' = nothing). */
export type ClientCode = { productId: number; name: string }

/** By key, of these keys, what the contragent has settled by hand. */
export async function listClientCodes(
  db: Db,
  { keys, ...scope }: ContragentScope & { keys: readonly string[] },
): Promise<Map<string, ClientCode>> {
  if (keys.length === 0) return new Map()
  const { rows } = await db.execute<ClientCode & { key: string }>(sql`
    select key, product_id as "productId", name from client_codes where ${own(scope)} and key = any(${sql.param(keys)}::text[])`)
  return new Map(rows.map(({ key, productId, name }) => [key, { productId, name }]))
}

/**
 * Remembers codes; one that is known already now means the new product. Beyond `most` of a contragent the oldest go.
 */
export async function saveClientCodes(
  db: Db,
  {
    codes,
    max,
    ...scope
  }: ContragentScope & { codes: readonly (ClientCode & { key: string; code: string })[]; max: number },
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
    on conflict (contragent_id, key) do update set code = excluded.code, name = excluded.name, product_id = excluded.product_id, settled_at = now()`)
  await db.execute(sql`
    delete from client_codes where ${own(scope)} and key in (
      select key from client_codes where ${own(scope)} order by settled_at desc, key offset ${max})`)
}

export async function listColumns(db: Db, scope: ContragentScope): Promise<RememberedColumns[]> {
  const { rows } = await db.execute<{ columns: RememberedColumns }>(sql`
    select columns from upload_columns where ${own(scope)} order by used_at desc limit 50`)
  return rows.map(({ columns }) => columns)
}

/** Remembers what a contragent's columns are under these headings; of more than 50 such files the oldest go. */
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

/** By product: analogues that staff or 1C have bound to it (of a variant, to its parent), and a category of it. */
export async function listBoundAnalogues(db: Db, { productIds }: { productIds: readonly number[] }) {
  const { rows } = await db.execute<{ productId: number; analogueIds: number[]; categoryId: number | null }>(sql`
    select asked.id as "productId",
      coalesce((select jsonb_agg(bound_id order by position, bound_id) from product_binds where product_id = asked.id
        and kind = 'analogue' and not hidden), '[]') as "analogueIds",
      (select min(category_id) from product_categories where product_id = asked.id) as "categoryId"
    from unnest(${sql.param(productIds)}::int[]) as asked (id)`)
  return rows
}
