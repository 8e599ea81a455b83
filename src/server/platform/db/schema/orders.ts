import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { PriceSource } from '#shared/rules/prices/price-source.ts'
import { accounts } from './access.ts'
import { products, warehouses } from './catalogue.ts'
import { identity, kopecks, milli, moment } from './columns.ts'
import { deliveryCompanies, deliveryMethods, deliveryTerminals, deliveryTypes, deliveryZones } from './delivery.ts'
import { addresses, consignees, contracts, organisations, sellers } from './organisations.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Days that differ from the Labour Code's calendar (shared/rules/dates.ts); an equal row is harmless. */
export const calendarDays = pgTable('calendar_days', {
  day: date('day', { mode: 'string' }).primaryKey(),
  working: boolean('working').notNull(),
})

/** Continues over the years; part of an order's number (see buying/orders/rules/queries-place.ts). */
export const orderNumbers = pgSequence('order_numbers')

export const orders = pgTable(
  'orders',
  {
    id: identity(),
    /** ASCII, at most 11 characters: the width of 1C's column. */
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
    /** Seller at the time of the order; null: none existed, and the contract's current seller applies. */
    sellerId: integer('seller_id').references(() => sellers.id),
    state: integer('state').notNull(),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** When the buyer asked staff to cancel it; null: not asked, or answered. */
    cancelRequestedAt: moment('cancel_requested_at'),
    /** For an order above the employee's limit: waiting for the owner, or approved; null: not needed. */
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
    /** Zone of own transport; the order keeps its price when the zone's price changes. */
    deliveryZoneId: integer('delivery_zone_id').references(() => deliveryZones.id),
    deliveryKopecks: kopecks('delivery_kopecks').notNull().default(0),
    deliveryDate: date('delivery_date', { mode: 'string' }),
    addressId: integer('address_id').references(() => addresses.id),
    consigneeId: integer('consignee_id').references(() => consignees.id),
    clientNumber: text('client_number').notNull().default(''),
    comment: text('comment').notNull().default(''),
    /** Incremented by every change to export: 1C confirms (order, version) pairs. */
    version: integer('version').notNull().default(1),
    /** When 1C confirmed the order, and the confirmed version. */
    confirmedAt: moment('confirmed_at'),
    confirmedVersion: integer('confirmed_version').notNull().default(0),
    /** Incremented by every change, including 1C's; for optimistic locking. */
    revision: integer('revision').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('orders_number_key').on(table.number),
    index('orders_buyer').on(table.organisationId, table.contractId, table.createdAt),
    index('orders_contract').on(table.contractId, table.createdAt),
    index('orders_state').on(table.state, table.createdAt),
    // For the dashboard's sums by day, read from the index alone.
    index('orders_placed').on(table.createdAt, table.state, table.organisationId, table.sumKopecks),
    index('orders_cancel_requested')
      .on(table.createdAt)
      .where(sql`cancel_requested`),
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

/** The rates of the day on which an order was placed. */
export const orderRates = pgTable(
  'order_rates',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    currency: text('currency').notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    nominal: integer('nominal').notNull(),
    rate: numeric('rate', { precision: 11, scale: 4 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.currency] })],
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
    /** Name at the time of the order. */
    name: text('name').notNull(),
    articul: text('articul').notNull(),
    unit: text('unit').notNull(),
    quantityMilli: milli('quantity_milli').notNull(),
    priceKopecks: kopecks('price_kopecks').notNull(),
    sumKopecks: kopecks('sum_kopecks').notNull(),
    /** Per cent on the day of the order; null = без НДС. */
    vatPercent: integer('vat_percent'),
    shippedMilli: milli('shipped_milli').notNull().default(0),
    cancelled: boolean('cancelled').notNull().default(false),
    /** Stock reserved by this line now; 0 after its reservation has ended. */
    reservedMilli: milli('reserved_milli').notNull().default(0),
    /** The buyer's comment on the line. */
    note: text('note').notNull().default(''),
    /**
     * The quantity before 1C changed it, 0 for a line that 1C added; null if the quantity is the buyer's or the staff's
     * own.
     */
    changedFromMilli: milli('changed_from_milli'),
    /** What made the price; null: the price type. */
    priceSource: jsonb('price_source').$type<PriceSource>(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('order_lines_product').on(table.productId, table.warehouseId),
    // Few lines still have a reservation.
    index('order_lines_reserving')
      .on(table.productId, table.warehouseId)
      .where(sql`reserved_milli > 0`),
    // For goods often ordered together: the latest orders of a product.
    index('order_lines_latest').on(table.productId, table.orderId),
    check(
      'order_lines_reserved',
      sql`${table.reservedMilli} >= 0 and ${table.reservedMilli} <= ${table.quantityMilli}`,
    ),
  ],
)

/** State changes with time and author. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: identity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    at: moment('at').notNull().defaultNow(),
    state: integer('state').notNull(),
    /** Name of the author: a person, '1С', 'Портал'. */
    author: text('author').notNull(),
    accountId: integer('account_id'),
    comment: text('comment').notNull().default(''),
  },
  (table) => [index('order_events_order').on(table.orderId, table.id)],
)

/** Replies to placed orders by idempotency key, kept for 24 hours. */
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

/** (order, version) pairs sent to an exchange account by `query`; `success` confirms them. */
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
    /** Sent by the account's last `query`, to which `success` refers. */
    latest: boolean('latest').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.exchangeAccountId, table.orderId] }),
    index('order_handovers_order').on(table.orderId),
  ],
)
