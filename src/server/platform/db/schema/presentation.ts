import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { pictures, products } from './catalogue.ts'
import { identity, moment } from './columns.ts'

/**
 * Goods whose flags staff have set by hand: their word rules over 1C's and outlives every import. Null = as 1C says.
 * What 1C says is kept beside it, and is the goods' flag again when staff take their word back. Variants follow their
 * product.
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

/**
 * Staff's decisions on a product's pictures; product_pictures is computed from these rows and 1C's. An `own` picture is
 * staff's and stays; any other row refers to one of 1C's and applies while 1C has it. `slot` = position in 1C's list
 * after which it comes, 0 = first; pictures of one slot are ordered by `position`.
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

/** A document that staff have sent; goods refer to it by its key. The same bytes are the same row. */
export const uploadedDocuments = pgTable(
  'uploaded_documents',
  {
    id: identity(),
    key: text('key').notNull(),
    /** Extension that the content deserves, lower case. */
    type: text('type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Last sent: what no good shows a day later is purged. */
    uploadedAt: moment('uploaded_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('uploaded_documents_key').on(table.key),
    index('uploaded_documents_uploaded').on(table.uploadedAt),
  ],
)
