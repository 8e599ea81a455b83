import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { pictures, priceTypes, products } from './catalogue.ts'
import { identity, kopecks, moment } from './columns.ts'

/** A picture with a link, shown from the first to the last day, inclusive. */
export const banners = pgTable('banners', {
  id: identity(),
  title: text('title').notNull(),
  text: text('text').notNull().default(''),
  pictureId: integer('picture_id').references(() => pictures.id),
  /** Path inside the portal, or empty. */
  link: text('link').notNull().default(''),
  startsOn: date('starts_on', { mode: 'string' }),
  endsOn: date('ends_on', { mode: 'string' }),
  position: integer('position').notNull().default(0),
  active: boolean('active').notNull().default(true),
})

/** A special offer: goods with sale prices per price type, from the first to the last day (Moscow time). */
export const specialOffers = pgTable(
  'special_offers',
  {
    id: identity(),
    title: text('title').notNull(),
    text: text('text').notNull().default(''),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    position: integer('position').notNull().default(0),
    active: boolean('active').notNull().default(true),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [check('special_offers_period', sql`${table.startsOn} <= ${table.endsOn}`)],
)

/** While the offer runs, `price_kopecks` is the sale price of the product or variant at this price type. */
export const specialOfferGoods = pgTable(
  'special_offer_goods',
  {
    offerId: integer('offer_id')
      .notNull()
      .references(() => specialOffers.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    priceTypeId: integer('price_type_id')
      .notNull()
      .references(() => priceTypes.id, { onDelete: 'cascade' }),
    priceKopecks: kopecks('price_kopecks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.offerId, table.productId, table.priceTypeId] }),
    index('special_offer_goods_product').on(table.productId, table.priceTypeId),
    check('special_offer_goods_price', sql`${table.priceKopecks} > 0`),
  ],
)
