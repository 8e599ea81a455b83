import type { ClientBase } from 'pg'
import type { Builder } from '#server/catalogue/facets/builder/build.ts'
import type { FactChanges, ProductFlags } from '#server/catalogue/facets/builder/deltas.ts'
import { isInFilter, parameterHeader, parameterPosition } from './parameters-sql.ts'
import type {
  SourceFrame,
  SourceNamed,
  SourcePrice,
  SourceProduct,
  SourceStock,
} from '#server/catalogue/facets/builder/source.ts'

/** Small enough that a chunk is collected before it reaches the old generation. */
const fetchSql = 'fetch 2000 from goods'
const availableMilli = 'on_hand_milli - reserved_milli - safety_milli'
const updatedAtMs = '(extract(epoch from updated_at) * 1000)::float8'

export async function hasMoreGoodsThan(client: ClientBase, count: number): Promise<boolean> {
  const { rows } = await client.query('select from products offset $1 limit 1', [count])
  return rows.length > 0
}

/** Begins a transaction with one consistent view; returns its snapshot id, from which later changes are read. */
export async function beginSnapshotRead(client: ClientBase): Promise<string> {
  await client.query('begin isolation level repeatable read read only')
  await client.query('set local statement_timeout = 0')
  const { rows } = await client.query<{ asOf: string }>('select pg_current_snapshot()::text as "asOf"')
  return rows[0]?.asOf ?? ''
}

/** Categories, brands, labels, parameters, price types, warehouses and synonyms. */
export async function readFrame(client: ClientBase): Promise<SourceFrame> {
  const categories = await client.query<SourceFrame['categories'][number]>(
    `select id, parent_id as "parentId", name, url, description, staff_description as "staffDescription",
       coalesce(staff_picture_id, 0) as "staffPicture", position from categories where active and id <> 2 order by id`,
  )
  const brands = await client.query<{ id: number; name: string }>('select id, name from brands order by id')
  const tags = await client.query<SourceNamed>(tagsSql)
  const parameters = await client.query<SourceFrame['parameters'][number]>(
    `select id, ${parameterHeader} as name, ${parameterPosition} as position from parameters parameter
      where ${isInFilter} order by id`,
  )
  const values = await client.query<SourceFrame['values'][number]>(
    `select v.id, v.parameter_id as "parameterId", v.value from parameter_values v
      join parameters parameter on parameter.id = v.parameter_id where ${isInFilter} order by v.id`,
  )
  const priceTypes = await client.query<{ id: number }>('select id from price_types order by id')
  const warehouses = await client.query<{ id: number }>('select id from warehouses order by id')
  const synonyms = await client.query<{ words: string[] }>('select words from search_synonyms order by id')
  return {
    categories: categories.rows,
    brands: brands.rows,
    tags: tags.rows,
    parameters: parameters.rows,
    values: values.rows,
    priceTypeIds: priceTypes.rows.map(({ id }) => id),
    warehouseIds: warehouses.rows.map(({ id }) => id),
    synonyms: synonyms.rows.map(({ words }) => words),
  }
}

/** Reads all goods into a builder in chunks. */
export async function readGoods(
  client: ClientBase,
  builder: Builder,
  collectGarbage: () => void = () => undefined,
): Promise<void> {
  await eachChunk(client, productsSql, (rows) => builder.addProducts(rows))
  collectGarbage()
  builder.createLayout()
  collectGarbage()
  await eachRowChunk(client, 'select product_id, category_id from product_categories', (rows) =>
    builder.addCategoryLinks(rows),
  )
  await eachRowChunk(client, tagLinksSql, (rows) => builder.addTagLinks(rows))
  await eachRowChunk(client, parametersSql, (rows) => builder.addParameterLinks(rows))
  await eachRowChunk(
    client,
    'select product_id, price_type_id, price_kopecks::float8, sale_kopecks::float8 from prices',
    (rows) => builder.addPrices(rows),
  )
  await eachRowChunk(
    client,
    `select product_id, warehouse_id, (${availableMilli})::float8, ${updatedAtMs} from stocks`,
    (rows) => builder.addStocks(rows),
  )
}

const productsSql = `
  select p.id, p.parent_id as "parentId", p.name, p.full_name as "fullName", p.articul, p.code, p.barcodes,
    coalesce(p.brand_id, parent.brand_id) as "brandId", p.unit, p.step_milli as "stepMilli", p.decimals,
    p.is_new as "isNew", p.is_hit as "isHit", p.is_sale as "isSale", main.id as "pictureId", main.type as "pictureType"
  from products p
  left join products parent on parent.id = p.parent_id
  left join (
    select distinct on (product_id) product_id, pictures.id, pictures.type
    from product_pictures join pictures on pictures.id = picture_id order by product_id, position
  ) main on main.product_id = p.id
  where p.active order by p.id`

const tagsSql = 'select id, name from tags order by id'
const tagLinksSql = 'select product_id, tag_id from product_tags'
const parametersSql = `
  select product_id, value_id from product_parameters
  join parameter_values v on v.id = value_id join parameters parameter on parameter.id = v.parameter_id
    and ${isInFilter}`

async function eachChunk(client: ClientBase, query: string, take: (rows: SourceProduct[]) => void): Promise<void> {
  await eachFetch(client, query, async () => {
    const { rows } = await client.query<SourceProduct>(fetchSql)
    if (rows.length > 0) take(rows)
    return rows.length
  })
}

/** Rows as tuples of their columns. */
async function eachRowChunk(client: ClientBase, query: string, take: (rows: never[]) => void): Promise<void> {
  await eachFetch(client, query, async () => {
    const { rows } = await client.query<unknown[][]>({ text: fetchSql, rowMode: 'array' })
    // The query's columns are the members of the builder's tuple.
    if (rows.length > 0) take(rows as never[])
    return rows.length
  })
}

async function eachFetch(client: ClientBase, query: string, fetch: () => Promise<number>): Promise<void> {
  await client.query(`declare goods no scroll cursor for ${query}`)
  while ((await fetch()) > 0);
  await client.query('close goods')
}

export type Change = { kind: string; productId: number | null }

/**
 * Changes that became visible since a moment, whenever their transactions began: those that the PostgreSQL snapshot of
 * that moment did not see. Also returns the moment up to which they were read.
 */
export async function readChanges(
  client: Pick<ClientBase, 'query'>,
  { since }: { since: string },
): Promise<{ changes: Change[]; asOf: string }> {
  const { rows } = await client.query<{ asOf: string; kind: string | null; productId: number | null }>({
    name: 'read-catalogue-changes',
    text: `
      select pg_current_snapshot()::text as "asOf", change.kind, change.product_id as "productId"
      from (select) as once
      left join (
        select distinct kind, product_id from catalogue_changes
        where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      ) change on true`,
    values: [since],
  })
  const changes = rows.flatMap(({ kind, productId }) => (kind === null ? [] : [{ kind, productId }]))
  return { changes, asOf: rows[0]?.asOf ?? since }
}

export type ChangedIds = {
  stock: readonly number[]
  price: readonly number[]
  flags: readonly number[]
  tags?: boolean
}

/** Current stock, prices and flags of changed products. */
export async function readFacts(
  client: Pick<ClientBase, 'query'>,
  { stock, price, flags, tags = false }: ChangedIds,
): Promise<FactChanges> {
  return {
    stocks: {
      productIds: stock,
      rows: await readTuples<SourceStock>(client, 'read-changed-stocks', changedStocksSql, stock),
    },
    prices: {
      productIds: price,
      rows: await readTuples<SourcePrice>(client, 'read-changed-prices', changedPricesSql, price),
    },
    flags: { rows: flags.length === 0 ? [] : (await client.query<ProductFlags>(changedFlagsSql, [flags])).rows },
    tags: tags ? await readTags(client) : undefined,
  }
}

async function readTags(client: Pick<ClientBase, 'query'>): Promise<NonNullable<FactChanges['tags']>> {
  const { rows } = await client.query<SourceNamed>(tagsSql)
  const links = await client.query<[number, number]>({ text: tagLinksSql, rowMode: 'array' })
  return { tags: rows, links: links.rows }
}

const changedStocksSql = `select product_id, warehouse_id, (${availableMilli})::float8, ${updatedAtMs} from stocks
  where product_id = any($1::int[])`
const changedPricesSql = `
  select product_id, price_type_id, price_kopecks::float8, sale_kopecks::float8 from prices
  join products p on p.id = product_id and p.active left join products parent on parent.id = p.parent_id
  where product_id = any($1::int[]) and parent.active is distinct from false`
const changedFlagsSql = `
  select p.id, p.active and parent.active is distinct from false as active, p.is_new as "isNew", p.is_hit as "isHit",
    p.is_sale as "isSale",
    main.id as "pictureId", main.type as "pictureType"
  from products p left join products parent on parent.id = p.parent_id
  left join lateral (
    select pictures.id, pictures.type from product_pictures join pictures on pictures.id = picture_id
    where product_id = p.id order by position limit 1
  ) main on true
  where p.id = any($1::int[])`

async function readTuples<Row>(
  client: Pick<ClientBase, 'query'>,
  name: string,
  text: string,
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<unknown[][]>({ name, text, values: [ids], rowMode: 'array' })
  return rows as unknown as Row[]
}

/** Deletes changes that every running process has read. A process that was away longer reads everything again. */
export async function deleteOldChanges(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query("delete from catalogue_changes where at < now() - interval '1 day'")
}
