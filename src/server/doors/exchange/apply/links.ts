import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { showPictures } from '#server/catalogue/pictures/shared-queries-shown.ts'
import type { DocumentOfGood } from '../parse/items.ts'
import type { NamedValue } from '../plan/parameters.ts'
import type { ImportContext } from './context.ts'
import { linkDocuments } from './documents.ts'
import { categoryIds } from './groups.ts'
import { valueIds } from './properties.ts'
import { sourceKey } from './source-key.ts'

type Linked = {
  id: number
  groupCodes?: string[]
  parameters: NamedValue[]
  pictures?: string[]
  documents?: DocumentOfGood[]
}

/**
 * Links categories, parameter values, pictures and documents to goods or variants just written. `areNew`: they have no
 * links yet.
 */
export async function linkGoods(
  context: ImportContext,
  goods: Linked[],
  { areNew }: { areNew: boolean },
): Promise<void> {
  if (goods.length === 0) return
  const ids = goods.map(({ id }) => id)
  if (goods.some(({ groupCodes }) => groupCodes !== undefined)) await linkCategories(context, goods, ids, areNew)
  await linkParameters(context, goods, ids, areNew)
  await linkPictures(
    context,
    goods.flatMap(({ id, pictures }) => (pictures === undefined ? [] : [{ id, pictures }])),
    areNew,
  )
  await linkDocuments(
    context,
    goods.flatMap(({ id, documents }) => (documents === undefined ? [] : [{ id, documents }])),
    { areNew },
  )
}

async function linkCategories(context: ImportContext, goods: Linked[], ids: number[], areNew: boolean): Promise<void> {
  const idOf = await categoryIds(
    context,
    goods.flatMap(({ groupCodes }) => groupCodes ?? []),
  )
  const pairs = goods.flatMap(({ id, groupCodes }) => (groupCodes ?? []).map((code) => ({ p: id, v: idOf(code) })))
  await linkPairs(context, ['product_categories', 'category_id'], pairs, ids, areNew)
}

async function linkParameters(context: ImportContext, goods: Linked[], ids: number[], areNew: boolean): Promise<void> {
  const idOf = await valueIds(
    context,
    goods.flatMap(({ parameters }) => parameters),
  )
  const pairs = goods.flatMap(({ id, parameters }) => parameters.map((value) => ({ p: id, v: idOf(value) })))
  await linkPairs(context, ['product_parameters', 'value_id'], pairs, ids, areNew)
}

type Links = readonly ['product_categories', 'category_id'] | readonly ['product_parameters', 'value_id']

/** Replaces all pairs of the products. */
async function linkPairs(
  context: ImportContext,
  [table, column]: Links,
  pairs: { p: number; v: number }[],
  ids: number[],
  areNew: boolean,
): Promise<void> {
  if (!areNew) {
    await context.rows(
      `delete from ${table} l where product_id in (select json_array_elements_text($1)::int)
       and not exists (select from json_to_recordset($2) r(p int, v int)
         where r.p = l.product_id and r.v = l.${column})`,
      ids,
      pairs,
    )
  }
  if (pairs.length === 0) return
  await context.rows(
    `insert into ${table} (product_id, ${column}) select distinct p, v from json_to_recordset($1) r(p int, v int)
      on conflict do nothing`,
    pairs,
  )
}

async function linkPictures(
  context: ImportContext,
  goods: { id: number; pictures: string[] }[],
  areNew: boolean,
): Promise<void> {
  if (goods.length === 0) return
  const ids = goods.map(({ id }) => id)
  const links = goods.flatMap(({ id, pictures }) =>
    pictures.map((path, at) => ({ p: id, n: at + 1, s: sourceKey(path) })),
  )
  if (areNew && links.length === 0) return
  if (!areNew) {
    await context.rows(
      `delete from exchange_product_pictures l where product_id in (select json_array_elements_text($1)::int)
       and not exists (select from json_to_recordset($2) r(p int, n int, s text)
         where r.p = l.product_id and r.n = l.position and r.s = l.source)`,
      ids,
      links,
    )
  }
  await context.rows(
    `insert into exchange_product_pictures (product_id, position, source) select p, n, s
      from json_to_recordset($1) r(p int, n int, s text)
     on conflict do nothing`,
    links,
  )
  // Safe cast: the importer's connection is a pool client.
  await showPictures(drizzle(context.sql as PoolClient), { productIds: ids })
}
