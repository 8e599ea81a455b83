import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { brands, categories, priceTypes, products } from '../catalogue.ts'
import { identity, kopecks, milli, moment } from '../columns.ts'
import { contracts } from '../organisations.ts'

/**
 * A price from a quantity of the good or from a sum of the basket on, of a price type or of one contract. Of a good (a
 * variant, or all variants of a product), a category with those below it, a brand, or, without any, of every good.
 */
export const priceBreaks = pgTable(
  'price_breaks',
  {
    id: identity(),
    /** Ид in 1C; null: added by staff. */
    code1c: text('code1c'),
    priceTypeId: integer('price_type_id').references(() => priceTypes.id, { onDelete: 'cascade' }),
    contractId: integer('contract_id').references(() => contracts.id, { onDelete: 'cascade' }),
    productId: integer('product_id').references(() => products.id, { onDelete: 'cascade' }),
    categoryId: integer('category_id').references(() => categories.id, { onDelete: 'cascade' }),
    brandId: integer('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    leastQuantityMilli: milli('least_quantity_milli'),
    leastSumKopecks: kopecks('least_sum_kopecks'),
    /** Only of a good. */
    priceKopecks: kopecks('price_kopecks'),
    /** Hundredths of a per cent off the list price. */
    percentHundredths: integer('percent_hundredths'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Ended breaks apply no more and are kept. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('price_breaks_code1c_key').on(table.code1c),
    index('price_breaks_type')
      .on(table.priceTypeId, table.productId)
      .where(sql`ended_at is null`),
    index('price_breaks_contract')
      .on(table.contractId, table.productId)
      .where(sql`ended_at is null`),
    index('price_breaks_product')
      .on(table.productId)
      .where(sql`ended_at is null`),
    check('price_breaks_owner', sql`num_nonnulls(${table.priceTypeId}, ${table.contractId}) = 1`),
    check('price_breaks_scope', sql`num_nonnulls(${table.productId}, ${table.categoryId}, ${table.brandId}) <= 1`),
    check('price_breaks_least', sql`num_nonnulls(${table.leastQuantityMilli}, ${table.leastSumKopecks}) = 1`),
    check('price_breaks_price', sql`num_nonnulls(${table.priceKopecks}, ${table.percentHundredths}) = 1`),
    check('price_breaks_of_good', sql`${table.priceKopecks} is null or ${table.productId} is not null`),
    check(
      'price_breaks_positive',
      sql`coalesce(${table.leastQuantityMilli}, 1) > 0 and coalesce(${table.leastSumKopecks}, 1) > 0
        and coalesce(${table.priceKopecks}, 1) > 0 and coalesce(${table.percentHundredths}, 1) between 1 and 9999`,
    ),
  ],
)
