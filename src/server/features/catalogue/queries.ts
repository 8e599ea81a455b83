import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { chosenWarehouses } from '#server/db/schema/access.ts'
import { basketLines, baskets } from '#server/db/schema/basket.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { favourites, needs } from '#server/db/schema/lists.ts'
import type { Marks } from './facets/answer.ts'

/** The account's kept warehouse and its marks of products; those of a variant are its parent's. */
export async function listMarks(db: Db, { accountId, contractId }: { accountId: number; contractId: number }) {
  const { rows } = await db.execute<{ kind: 'warehouse' | 'wish' | 'need' | 'basket'; id: number; productId: number; milli: number }>(sql`
    select 'warehouse' as kind, ${chosenWarehouses.warehouseId} as id, 0 as "productId", 0::float8 as milli from ${chosenWarehouses}
    where ${chosenWarehouses.accountId} = ${accountId} and ${chosenWarehouses.contractId} = ${contractId}
    union all
    select 'wish', coalesce(${products.parentId}, ${products.id}), ${products.id}, 0 from ${favourites}
    join ${products} on ${products.id} = ${favourites.productId} where ${favourites.accountId} = ${accountId}
    union all
    select 'need', coalesce(${products.parentId}, ${products.id}), ${products.id}, 0 from ${needs}
    join ${products} on ${products.id} = ${needs.productId} where ${needs.accountId} = ${accountId}
    union all
    select 'basket', coalesce(${products.parentId}, ${products.id}), ${products.id}, sum(${basketLines.quantityMilli})::float8 from ${baskets}
    join ${basketLines} on ${basketLines.basketId} = ${baskets.id}
    join ${products} on ${products.id} = ${basketLines.productId}
    where ${baskets.accountId} = ${accountId} and ${baskets.contractId} = ${contractId} group by ${products.id}`)
  const marks = new Map<number, Marks>()
  const marksOf = (id: number): Marks => {
    const marked = marks.get(id) ?? { wish: false, need: false, inBasketMilli: 0 }
    marks.set(id, marked)
    return marked
  }
  let keptWarehouseId: number | null = null
  const basketMilli = new Map<number, number>()
  for (const { kind, id, productId, milli } of rows) {
    if (kind === 'warehouse') keptWarehouseId = id
    else if (kind === 'wish') marksOf(id).wish = true
    else if (kind === 'need') marksOf(id).need = true
    else {
      basketMilli.set(productId, milli)
      marksOf(id).inBasketMilli += milli
    }
  }
  return { keptWarehouseId, marks, basketMilli }
}

/** 0 = all of the contract's warehouses. */
export async function keepWarehouse(db: Db, { accountId, contractId, warehouseId }: { accountId: number; contractId: number; warehouseId: number }) {
  if (warehouseId === 0) {
    await db
      .delete(chosenWarehouses)
      .where(and(eq(chosenWarehouses.accountId, accountId), eq(chosenWarehouses.contractId, contractId)))
    return
  }
  await db
    .insert(chosenWarehouses)
    .values({ accountId, contractId, warehouseId })
    .onConflictDoUpdate({ target: [chosenWarehouses.accountId, chosenWarehouses.contractId], set: { warehouseId } })
}

export async function countFavourites(db: Db, { accountId }: { accountId: number }): Promise<number> {
  const [found] = await db.select({ count: count() }).from(favourites).where(eq(favourites.accountId, accountId))
  return found?.count ?? 0
}

export async function findCategoryByUrl(db: Db, { url }: { url: string }): Promise<number | undefined> {
  const [found] = await db.select({ id: categories.id }).from(categories).where(and(eq(categories.url, url), eq(categories.active, true)))
  return found?.id
}

export type ProductDetails = {
  id: number
  description: string
  barcode: string
  weightGrams: number | null
  volumeCm3: number | null
  vat: string
  categoryId: number | null
  pictures: { id: number; type: string }[]
  params: { id: number; header: string; value: string }[]
  variants: { id: number; header: string; articul: string; params: { id: number; header: string; value: string }[] }[]
}

/** What only a product's card shows. Variants are the active ones, in order of id. */
export async function findProductDetails(db: Db, { productId }: { productId: number }): Promise<ProductDetails | undefined> {
  const { rows } = await db.execute<ProductDetails>(sql`
    select p.id, p.description, coalesce(p.barcodes[1], '') as barcode,
      p.weight_grams::float8 as "weightGrams", p.volume_cm3::float8 as "volumeCm3", p.vat,
      (select min(category_id) from product_categories where product_id = p.id) as "categoryId",
      coalesce((select jsonb_agg(jsonb_build_object('id', pictures.id, 'type', pictures.type) order by shown.position)
        from product_pictures shown join pictures on pictures.id = shown.picture_id where shown.product_id = p.id), '[]') as pictures,
      ${paramsOf(sql`p.id`)} as params,
      coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'header', v.name, 'articul', v.articul, 'params', ${paramsOf(sql`v.id`)}) order by v.id)
        from products v where v.parent_id = p.id and v.active), '[]') as variants
    from products p where p.id = ${productId} and p.active`)
  return rows[0]
}

/** Several values of one parameter stand in one line. */
const paramsOf = (productId: ReturnType<typeof sql>) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', one.id, 'header', one.name, 'value', one.value) order by one.position, one.name)
  from (
    select parameter.id, parameter.name, parameter.position, string_agg(chosen.value, ', ' order by chosen.value) as value
    from product_parameters link
    join parameter_values chosen on chosen.id = link.value_id join parameters parameter on parameter.id = chosen.parameter_id
    where link.product_id = ${productId} group by parameter.id
  ) one), '[]')`
