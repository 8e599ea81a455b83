import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from '../access.ts'
import { brands, categories, priceTypes, products } from '../catalogue.ts'
import { identity, kopecks, moment } from '../columns.ts'
import { contracts } from '../organisations.ts'

/**
 * A condition of a contract, or of all contracts of a price type: a discount for a category with those below it, a
 * brand or all goods, or a fixed price of one good.
 */
export const priceConditions = pgTable(
  'price_conditions',
  {
    id: identity(),
    /** Ид in 1C; null: set by staff. */
    code1c: text('code1c'),
    contractId: integer('contract_id').references(() => contracts.id, { onDelete: 'cascade' }),
    priceTypeId: integer('price_type_id').references(() => priceTypes.id, { onDelete: 'cascade' }),
    /** Hundredths of a per cent. */
    discount: integer('discount'),
    categoryId: integer('category_id').references(() => categories.id, { onDelete: 'cascade' }),
    brandId: integer('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    productId: integer('product_id').references(() => products.id, { onDelete: 'cascade' }),
    priceKopecks: kopecks('price_kopecks'),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    /** The last day; null: until further notice. */
    endsOn: date('ends_on', { mode: 'string' }),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    setAt: moment('set_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('price_conditions_code1c_key').on(table.code1c),
    index('price_conditions_contract').on(table.contractId),
    index('price_conditions_type').on(table.priceTypeId),
    check('price_conditions_owner', sql`num_nonnulls(${table.contractId}, ${table.priceTypeId}) = 1`),
    check(
      'price_conditions_kind',
      sql`case when ${table.productId} is null
        then ${table.discount} between 1 and 9999 and ${table.priceKopecks} is null
          and num_nonnulls(${table.categoryId}, ${table.brandId}) <= 1
        else ${table.priceKopecks} > 0 and num_nonnulls(${table.discount}, ${table.categoryId}, ${table.brandId}) = 0
        end`,
    ),
    check('price_conditions_period', sql`${table.startsOn} <= ${table.endsOn}`),
  ],
)
