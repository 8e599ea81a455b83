import { sql } from 'drizzle-orm'
import { may } from '#shared/rights.ts'
import { lineSumKopecks } from '#shared/rules/money.ts'
import { shownKopecks, type PriceRule } from '#shared/rules/parties/price-politics.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'

type Priced = { productId: number; priceKopecks: number | null }
type Reader = Pick<Actor, 'rights' | 'pricePolitics'>

/** A price of the contract, current or past, as the reader may see it; null if hidden. */
export type ShownPrice = (good: Priced) => number | null

/** Unrestricted prices, for staff. */
export const unrestrictedPrice: ShownPrice = ({ priceKopecks }) => priceKopecks

/**
 * How an actor sees prices outside the catalogue's memory: the contract's, none, or by the price rule of each good's
 * nearest category.
 */
export async function findShownPrice(
  db: Db,
  actor: Reader,
  { contractId, productIds }: { contractId: number; productIds: readonly number[] },
): Promise<ShownPrice> {
  if (!may(actor, 'price.view')) return () => null
  return findRuledPrice(db, actor.pricePolitics, { contractId, productIds })
}

/** The same by price politics alone, for a reader who may see prices. */
export async function findRuledPrice(
  db: Db,
  rules: readonly PriceRule[],
  { contractId, productIds }: { contractId: number; productIds: readonly number[] },
): Promise<ShownPrice> {
  if (rules.length === 0) return unrestrictedPrice
  const ruleByCategory = new Map(rules.map((rule) => [rule.category, rule]))
  const ruleByProduct = await findRulesByProduct(db, { productIds, rules })
  const rrcByProduct = rules.some(({ show }) => show === 'rrc')
    ? await findRrcByProduct(db, { contractId, productIds })
    : new Map()
  return ({ productId, priceKopecks }) =>
    shownKopecks(ruleByProduct.get(productId) ?? ruleByCategory.get(null), {
      priceKopecks,
      rrcKopecks: rrcByProduct.get(productId) ?? null,
    })
}

/** The same for goods of several contracts. */
export async function findShownPrices(
  db: Db,
  actor: Reader,
  goods: readonly { contractId: number; productId: number }[],
): Promise<(contractId: number) => ShownPrice> {
  const shown = new Map<number, ShownPrice>()
  for (const [contractId, ofContract] of Map.groupBy(goods, (good) => good.contractId)) {
    const productIds = ofContract.map(({ productId }) => productId)
    shown.set(contractId, await findShownPrice(db, actor, { contractId, productIds }))
  }
  return (contractId) => shown.get(contractId) ?? (() => null)
}

type PricedLine = Priced & { quantityMilli: number }

export function shownLineSum(shown: ShownPrice, line: PricedLine): number | null {
  const priceKopecks = shown(line)
  return priceKopecks === null ? null : lineSumKopecks(priceKopecks, line.quantityMilli)
}

/** For a line with a stored sum, which 1C may have rounded differently. */
export function shownStoredSum(shown: ShownPrice, line: PricedLine & { sumKopecks: number }): number | null {
  return shown === unrestrictedPrice ? line.sumKopecks : shownLineSum(shown, line)
}

/** Null if the price of any line is hidden. */
export function shownSum(shown: ShownPrice, lines: readonly PricedLine[]): number | null {
  return lines.reduce<number | null>((sum, line) => {
    const lineSum = shownLineSum(shown, line)
    return sum === null || lineSum === null ? null : sum + lineSum
  }, 0)
}

/** Rule of each product's nearest category with one; a variant has the categories of its product too. */
async function findRulesByProduct(
  db: Db,
  { productIds, rules }: { productIds: readonly number[]; rules: readonly PriceRule[] },
): Promise<Map<number, PriceRule>> {
  const ruledCategories = rules.flatMap(({ category }) => category ?? [])
  if (ruledCategories.length === 0 || productIds.length === 0) return new Map()
  const { rows } = await db.execute<{ productId: number; category: number }>(sql`
    with recursive up (product_id, category_id, steps) as (
      select p.id, assigned.category_id, 0
      from products p join product_categories assigned on assigned.product_id in (p.id, p.parent_id)
      where p.id = any(${sql.param([...new Set(productIds)])}::int[])
      union
      select up.product_id, c.parent_id, up.steps + 1
      from up join categories c on c.id = up.category_id where c.parent_id is not null and up.steps < 50)
    select distinct on (product_id) product_id as "productId", category_id as category
    from up where category_id = any(${sql.param(ruledCategories)}::int[]) order by product_id, steps, category_id`)
  return new Map(
    rows.flatMap(({ productId, category }) => {
      const rule = rules.find((each) => each.category === category)
      return rule ? [[productId, rule] as const] : []
    }),
  )
}

/** Today's РРЦ per product, at the contract's price type for it. */
async function findRrcByProduct(
  db: Db,
  { contractId, productIds }: { contractId: number; productIds: readonly number[] },
): Promise<Map<number, number | null>> {
  const { rows } = await db.execute<{ productId: number; kopecks: number | null }>(sql`
    select product_id as "productId", price_kopecks as kopecks from prices
    where product_id = any(${sql.param([...new Set(productIds)])}::int[]) and price_type_id = (
      select coalesce(c.rrc_type_id, (select min(id) from price_types where is_rrc)) from contracts c
      where c.id = ${contractId})`)
  return new Map(rows.map(({ productId, kopecks }) => [productId, kopecks]))
}
