import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from '../access.ts'
import { identity, moment } from '../columns.ts'

/** Order among items of its kind, days of display (inclusive, null = open) and audience. */
const placement = () => ({
  position: integer('position').notNull().default(0),
  startsOn: date('starts_on', { mode: 'string' }),
  endsOn: date('ends_on', { mode: 'string' }),
  /** Empty lists do not restrict. No foreign keys, because deleting an organisation must not widen the audience. */
  audienceRoles: text('audience_roles')
    .array()
    .notNull()
    .default(sql`'{}'`),
  audiencePriceTypeIds: integer('audience_price_type_ids')
    .array()
    .notNull()
    .default(sql`'{}'`),
  audienceOrganisationIds: integer('audience_organisation_ids')
    .array()
    .notNull()
    .default(sql`'{}'`),
})

/** Pages edited by staff. Ids of the former site are kept: 850 is 'Условия работы'. */
export const materials = pgTable('materials', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
  title: text('title').notNull(),
  /** Sanitised before storing. */
  html: text('html').notNull(),
  published: boolean('published').notNull().default(true),
  ...placement(),
  /** For optimistic locking: a change must name the current version. */
  version: integer('version').notNull().default(1),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

/** All saved versions. */
export const materialVersions = pgTable(
  'material_versions',
  {
    materialId: integer('material_id')
      .notNull()
      .references(() => materials.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    html: text('html').notNull(),
    savedAt: moment('saved_at').notNull().defaultNow(),
    savedBy: text('saved_by').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.materialId, table.version] })],
)

/** News shown above every page. */
export const topNews = pgTable(
  'top_news',
  {
    id: identity(),
    text: text('text').notNull(),
    /** Path inside the portal; '' = none. */
    link: text('link').notNull().default(''),
    shown: boolean('shown').notNull().default(true),
    ...placement(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('top_news_shown').on(table.shown)],
)

export const hiddenTopNews = pgTable(
  'hidden_top_news',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    newsId: integer('news_id')
      .notNull()
      .references(() => topNews.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.newsId] })],
)
