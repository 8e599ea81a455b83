import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { products, warehouses } from './catalogue.ts'
import { identity, kopecks, milli, moment } from './columns.ts'
import { deliveryCompanies, deliveryMethods, deliveryTerminals, deliveryTypes, deliveryZones } from './delivery.ts'
import { addresses, consignees, contracts, organisations, sellers } from './organisations.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Days that are otherwise than the Labour Code has them (shared/rules/dates.ts); a row that says the same does no harm.
 */
export const calendarDays = pgTable('calendar_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  working: boolean('working').notNull(),
})

/** Runs on through all years: the number of an order is made of it (see buying/orders/rules/queries-place.ts). */
export const orderNumbers = pgSequence('order_numbers')

export const orders = pgTable(
  'orders',
  {
    id: identity(),
    /** ASCII, at most 11 characters: 1C's column is no wider. */
    number: text('number').notNull(),
    organisationId: integer('organisation_id')
      .notNull()
      .references(() => organisations.id),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Seller at the time of the order; null: none was entered yet, and the contract's current seller applies. */
    sellerId: integer('seller_id').references(() => sellers.id),
    state: integer('state').notNull(),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** Of an order above its employee's limit: waiting for the owner, or approved by them; null = none was needed. */
    approval: text('approval'),
    sumKopecks: kopecks('sum_kopecks').notNull(),
    paidKopecks: kopecks('paid_kopecks').notNull().default(0),
    payUntil: date('pay_until', { mode: 'string' }),
    code1c: text('code1c'),
    deliveryMethodId: integer('delivery_method_id')
      .notNull()
      .references(() => deliveryMethods.id),
    deliveryCompanyId: integer('delivery_company_id').references(() => deliveryCompanies.id),
    deliveryTypeId: integer('delivery_type_id').references(() => deliveryTypes.id),
    terminalId: integer('terminal_id').references(() => deliveryTerminals.id),
    /** Of own transport; its price is the order's even where the zone's changes later. */
    deliveryZoneId: integer('delivery_zone_id').references(() => deliveryZones.id),
    deliveryKopecks: kopecks('delivery_kopecks').notNull().default(0),
    deliveryDate: date('delivery_date', { mode: 'string' }),
    addressId: integer('address_id').references(() => addresses.id),
    consigneeId: integer('consignee_id').references(() => consignees.id),
    clientNumber: text('client_number').notNull().default(''),
    comment: text('comment').notNull().default(''),
    /** Raised by every change: 1C confirms (order, version) pairs. */
    version: integer('version').notNull().default(1),
    /** When 1C confirmed that it took the order, and the version it took. */
    confirmedAt: moment('confirmed_at'),
    confirmedVersion: integer('confirmed_version').notNull().default(0),
    /** Raised by every change, 1C's own among them: who changes an order names the revision that they saw. */
    revision: integer('revision').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('orders_number_key').on(table.number),
    index('orders_buyer').on(table.organisationId, table.contractId, table.createdAt),
    index('orders_contract').on(table.contractId, table.createdAt),
    index('orders_state').on(table.state, table.createdAt),
    index('orders_of_account').on(table.accountId, table.createdAt),
    index('orders_awaiting')
      .on(table.organisationId)
      .where(sql`approval = 'waiting'`),
    index('orders_unconfirmed')
      .on(table.id)
      .where(sql`version > confirmed_version`),
    check('orders_number', sql`${table.number} ~ '^[!-~]{1,11}$'`),
    check('orders_approval', sql`${table.approval} in ('waiting','approved')`),
    check('orders_state_known', sql`${table.state} in (1,2,3,4,5,6,7,8,9,10,11)`),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    warehouseId: integer('warehouse_id')
      .notNull()
      .references(() => warehouses.id),
    /** As it stood when ordered. */
    name: text('name').notNull(),
    articul: text('articul').notNull(),
    unit: text('unit').notNull(),
    quantityMilli: milli('quantity_milli').notNull(),
    priceKopecks: kopecks('price_kopecks').notNull(),
    sumKopecks: kopecks('sum_kopecks').notNull(),
    /** Whole per cent on the day of the order; null = без НДС. */
    vatPercent: integer('vat_percent'),
    shippedMilli: milli('shipped_milli').notNull().default(0),
    cancelled: boolean('cancelled').notNull().default(false),
    /** What this line holds of the stock now; 0 once its reservation has ended. */
    reservedMilli: milli('reserved_milli').notNull().default(0),
    /** The buyer's comment on the line. */
    note: text('note').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('order_lines_product').on(table.productId, table.warehouseId),
    // Whose reservation has not ended: few of all that were ever ordered.
    index('order_lines_reserving')
      .on(table.productId, table.warehouseId)
      .where(sql`reserved_milli > 0`),
    // The latest orders of a product: what is ordered with it.
    index('order_lines_latest').on(table.productId, table.orderId),
    check(
      'order_lines_reserved',
      sql`${table.reservedMilli} >= 0 and ${table.reservedMilli} <= ${table.quantityMilli}`,
    ),
  ],
)

/** Every change of state, kept with time and author. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: identity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    at: moment('at').notNull().defaultNow(),
    state: integer('state').notNull(),
    /** Name of who did it: a person, '1С', 'Портал'. */
    author: text('author').notNull(),
    accountId: integer('account_id'),
    comment: text('comment').notNull().default(''),
  },
  (table) => [index('order_events_order').on(table.orderId, table.id)],
)

/** First answers of placed orders by the client's key, kept for 24 hours. */
export const orderKeys = pgTable(
  'order_keys',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    bodyDigest: bytea('body_digest').notNull(),
    reply: jsonb('reply').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] }), index('order_keys_created').on(table.createdAt)],
)

/** (order, version) pairs that an exchange account was given by `query`; `success` confirms exactly those. */
export const orderHandovers = pgTable(
  'order_handovers',
  {
    exchangeAccountId: integer('exchange_account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    givenAt: moment('given_at').notNull().defaultNow(),
    /** Given by the account's last `query`, not by an earlier one: `success` is about that one. */
    latest: boolean('latest').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.exchangeAccountId, table.orderId] }),
    index('order_handovers_order').on(table.orderId),
  ],
)
