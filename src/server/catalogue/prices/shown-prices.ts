import { sql } from 'drizzle-orm'
import { may } from '#shared/rights.ts'
import { shownKopecks, type PriceRule } from '#shared/rules/parties/price-politics.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'

type Priced = { productId: number; priceKopecks: number | null; rrcKopecks: number | null }

/** The price of a good as its reader sees it; null where it is hidden. */
export type ShownPrice = (good: Priced) => number | null

/**
 * How an actor sees prices outside the catalogue's memory: the contract's, none, or those of price politics, by the
 * nearest category of each good.
 */
export async function findShownPrice(
  db: Db,
  actor: Pick<Actor, 'rights' | 'pricePolitics'>,
  { productIds }: { productIds: readonly number[] },
): Promise<ShownPrice> {
  if (!may(actor, 'price.view')) return () => null
  const { pricePolitics: rules } = actor
  if (rules.length === 0) return ({ priceKopecks }) => priceKopecks
  const ofCategory = new Map(rules.map((rule) => [rule.category, rule]))
  const ruleOf = await findRules(db, { productIds, rules })
  return (good) => shownKopecks(ruleOf.get(good.productId) ?? ofCategory.get(null), good)
}

/** By product the rule of its nearest category upwards that has one; a variant's categories are its parent's too. */
async function findRules(
  db: Db,
  { productIds, rules }: { productIds: readonly number[]; rules: readonly PriceRule[] },
): Promise<Map<number, PriceRule>> {
  const ruled = rules.flatMap(({ category }) => category ?? [])
  if (ruled.length === 0 || productIds.length === 0) return new Map()
  const { rows } = await db.execute<{ productId: number; category: number }>(sql`
    with recursive up (product_id, category_id, steps) as (
      select p.id, held.category_id, 0
      from products p join product_categories held on held.product_id in (p.id, p.parent_id)
      where p.id = any(${sql.param([...new Set(productIds)])}::int[])
      union
      select up.product_id, c.parent_id, up.steps + 1
      from up join categories c on c.id = up.category_id where c.parent_id is not null and up.steps < 50)
    select distinct on (product_id) product_id as "productId", category_id as category
    from up where category_id = any(${sql.param(ruled)}::int[]) order by product_id, steps, category_id`)
  return new Map(
    rows.flatMap(({ productId, category }) => {
      const rule = rules.find((each) => each.category === category)
      return rule ? [[productId, rule] as const] : []
    }),
  )
}
