import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { chosenWarehouses } from '#server/platform/db/schema/access.ts'
import { basketLines, baskets } from '#server/platform/db/schema/basket.ts'
import { categories, products } from '#server/platform/db/schema/catalogue.ts'
import { favourites, needs } from '#server/platform/db/schema/lists.ts'
import type { Marks } from '#server/catalogue/facets/render/answer.ts'

/** The account's saved warehouse and marked products; a variant's marks belong to its product. */
export async function listMarks(db: Db, { accountId, contractId }: { accountId: number; contractId: number }) {
  const { rows } = await db.execute<{
    kind: 'warehouse' | 'favourite' | 'need' | 'basket'
    id: number
    productId: number
    milli: number
  }>(sql`
    select 'warehouse' as kind, ${chosenWarehouses.warehouseId} as id, 0 as "productId", 0::float8 as milli
      from ${chosenWarehouses}
    where ${chosenWarehouses.accountId} = ${accountId} and ${chosenWarehouses.contractId} = ${contractId}
    union all
    select 'favourite', coalesce(${products.parentId}, ${products.id}), ${products.id}, 0 from ${favourites}
    join ${products} on ${products.id} = ${favourites.productId} where ${favourites.accountId} = ${accountId}
    union all
    select 'need', coalesce(${products.parentId}, ${products.id}), ${products.id}, 0 from ${needs}
    join ${products} on ${products.id} = ${needs.productId} where ${needs.accountId} = ${accountId}
    union all
    select 'basket', coalesce(${products.parentId}, ${products.id}), ${products.id},
      sum(${basketLines.quantityMilli})::float8 from ${baskets}
    join ${basketLines} on ${basketLines.basketId} = ${baskets.id}
    join ${products} on ${products.id} = ${basketLines.productId}
    where ${baskets.accountId} = ${accountId} and ${baskets.contractId} = ${contractId} group by ${products.id}`)
  const marks = new Map<number, Marks>()
  const marksOf = (id: number): Marks => {
    const marked = marks.get(id) ?? { favourite: false, need: false, inBasketMilli: 0 }
    marks.set(id, marked)
    return marked
  }
  let savedWarehouseId: number | null = null
  const basketMilli = new Map<number, number>()
  for (const { kind, id, productId, milli } of rows) {
    if (kind === 'warehouse') savedWarehouseId = id
    else if (kind === 'favourite') marksOf(id).favourite = true
    else if (kind === 'need') marksOf(id).need = true
    else {
      basketMilli.set(productId, milli)
      marksOf(id).inBasketMilli += milli
    }
  }
  return { savedWarehouseId, marks, basketMilli }
}

/** 0 = all of the contract's warehouses. */
export async function saveWarehouse(
  db: Db,
  { accountId, contractId, warehouseId }: { accountId: number; contractId: number; warehouseId: number },
) {
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

/** Number of marked products, sold under the chosen contract or not. */
export async function countMarks(
  db: Db,
  { accountId }: { accountId: number },
): Promise<{ favourites: number; needs: number }> {
  const [[favourite], [need]] = await Promise.all([
    db.select({ count: count() }).from(favourites).where(eq(favourites.accountId, accountId)),
    db.select({ count: count() }).from(needs).where(eq(needs.accountId, accountId)),
  ])
  return { favourites: favourite?.count ?? 0, needs: need?.count ?? 0 }
}

export async function findCategoryByUrl(db: Db, { url }: { url: string }): Promise<number | undefined> {
  const [found] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.url, url), eq(categories.active, true)))
  return found?.id
}
