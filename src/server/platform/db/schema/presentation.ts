import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { pictures, products } from './catalogue.ts'
import { identity, moment } from './columns.ts'

/**
 * Flags set by staff; they override 1C's and survive imports. Null: 1C's flag applies. 1C's flags are stored beside
 * them, and apply again when staff reset theirs. Variants follow their product.
 */
export const productMarks = pgTable('product_marks', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  hit: boolean('hit'),
  novelty: boolean('novelty'),
  sale: boolean('sale'),
  exchangeHit: boolean('exchange_hit').notNull(),
  exchangeNovelty: boolean('exchange_novelty').notNull(),
  exchangeSale: boolean('exchange_sale').notNull(),
})

/** Descriptions of goods by staff, shown instead of 1C's; '' shows none. */
export const productDescriptions = pgTable('product_descriptions', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  text: text('text').notNull(),
})

/**
 * Staff's decisions on a product's pictures; product_pictures is computed from these rows and 1C's. An `own` picture
 * was added by staff; any other row refers to a picture of 1C and applies while 1C lists it. `slot` = position in 1C's
 * list after which it is placed, 0 = first; pictures of one slot are ordered by `position`.
 */
export const staffPictures = pgTable(
  'staff_pictures',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    pictureId: integer('picture_id')
      .notNull()
      .references(() => pictures.id),
    own: boolean('own').notNull(),
    hidden: boolean('hidden').notNull().default(false),
    slot: integer('slot').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.pictureId] }),
    index('staff_pictures_picture').on(table.pictureId),
    check('staff_pictures_own', sql`not (${table.own} and ${table.hidden})`),
  ],
)

/** A document uploaded by staff; goods refer to it by key. Equal files share a row. */
export const uploadedDocuments = pgTable(
  'uploaded_documents',
  {
    id: identity(),
    key: text('key').notNull(),
    /** Extension by detected content, lower case. */
    type: text('type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Last upload; unused documents are deleted after a day. */
    uploadedAt: moment('uploaded_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('uploaded_documents_key').on(table.key),
    index('uploaded_documents_uploaded').on(table.uploadedAt),
  ],
)
