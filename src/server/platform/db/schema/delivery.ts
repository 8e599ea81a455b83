import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { GeoPoint } from '#shared/rules/delivery/polygon.ts'
import { identity, kopecks } from './columns.ts'

export const deliveryMethods = pgTable('delivery_methods', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  priceKopecks: kopecks('price_kopecks').notNull().default(0),
  position: integer('position').notNull().default(0),
})

/**
 * Zones of the wholesaler's own transport, with weekdays and price. Orders refer to zones, so they are deactivated,
 * never deleted.
 */
export const deliveryZones = pgTable(
  'delivery_zones',
  {
    id: identity(),
    name: text('name').notNull(),
    /** Corners, [longitude, latitude] in WGS 84; the last connects to the first (see delivery/polygon.ts). */
    polygon: jsonb('polygon').$type<GeoPoint[]>().notNull(),
    /** Monday 1 to Sunday 7. */
    weekdays: integer('weekdays').array().notNull(),
    priceKopecks: kopecks('price_kopecks').notNull(),
    /** Order total from which delivery is free, unless the contract has its own; null = never. */
    freeFromKopecks: kopecks('free_from_kopecks'),
    active: boolean('active').notNull().default(true),
    /** If zones overlap, the first one applies. */
    position: integer('position').notNull().default(0),
  },
  (table) => [
    // At least one weekday, so that a next delivery date always exists.
    check(
      'delivery_zones_weekdays',
      sql`${table.weekdays} <@ array[1,2,3,4,5,6,7] and ${table.weekdays} && array[1,2,3,4,5]`,
    ),
    check('delivery_zones_prices', sql`${table.priceKopecks} >= 0 and ${table.freeFromKopecks} > 0`),
  ],
)

/** Carriers. Orders refer to them, their types and terminals, so these are hidden, never deleted. */
export const deliveryCompanies = pgTable('delivery_companies', {
  id: identity(),
  name: text('name').notNull(),
  active: boolean('active').notNull().default(true),
})

/** 'Терминал' (default) or 'До двери' of a carrier. */
export const deliveryTypes = pgTable('delivery_types', {
  id: identity(),
  companyId: integer('company_id')
    .notNull()
    .references(() => deliveryCompanies.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  toTerminal: boolean('to_terminal').notNull().default(true),
  active: boolean('active').notNull().default(true),
})

export const deliveryTerminals = pgTable('delivery_terminals', {
  id: identity(),
  companyId: integer('company_id')
    .notNull()
    .references(() => deliveryCompanies.id, { onDelete: 'cascade' }),
  city: text('city').notNull(),
  address: text('address').notNull(),
  /** Opening hours as text. */
  schedule: text('schedule').notNull().default(''),
  active: boolean('active').notNull().default(true),
})
