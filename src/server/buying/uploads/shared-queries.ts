import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import {
  assignedValues,
  goodsArticul,
  goodsHeader,
  isSold,
  mainPicture,
} from '#server/catalogue/prices/shared-queries.ts'
import type { NamedGood } from './matching/match.ts'

/** Data of a good for an upload, besides price and stock. */
export type SoldGood = NamedGood & {
  parentId: number | null
  shownArticul: string
  picture: { id: number; type: string } | null
}

/** Goods sold at a price type that are among these products or their variants. */
export async function listSoldGoods(
  db: Db,
  { priceTypeId, productIds }: { priceTypeId: number; productIds: readonly number[] },
): Promise<SoldGood[]> {
  if (productIds.length === 0) return []
  const productIdArray = sql`${sql.param(productIds)}::int[]`
  const { rows } = await db.execute<SoldGood>(sql`
    select p.id, coalesce(p.parent_id, p.id) as "cardId", p.parent_id as "parentId", p.articul,
      coalesce(parent.articul, '')
      as "parentArticul",
      array_remove(array[p.code, parent.code], null) as codes, p.barcodes || coalesce(parent.barcodes, '{}')
        as barcodes, ${goodsHeader} as header,
      array_remove(array[p.name, p.full_name, parent.name, parent.full_name], null) as names, coalesce(brand.name, '')
        as brand,
      array(select assigned.value from ${assignedValues} where link.product_id = p.id and p.parent_id is not null
        order by assigned.parameter_id, assigned.value) as params,
          ${goodsArticul} as "shownArticul", ${mainPicture} as picture
    from (select id from products where id = any(${productIdArray}) union select id from products
      where parent_id = any(${productIdArray})) requested
    join products p on p.id = requested.id
    left join products parent on parent.id = p.parent_id
    left join brands brand on brand.id = coalesce(p.brand_id, parent.brand_id)
    join prices price on price.product_id = p.id and price.price_type_id = ${priceTypeId}
    where ${isSold}
    order by p.id`)
  return rows
}
