import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { parameters, pictures, products } from './catalogue.ts'
import { identity, moment } from './columns.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const bigIdentity = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/**
 * One exchange session of 1C, from checkauth to complete; a load from the command line is one too, without an account.
 */
export const exchangeSessions = pgTable(
  'exchange_sessions',
  {
    id: identity(),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** 'catalog', 'sale', 'reference', 'feed'; 'load' from the command line, 'offers' for goods of waiting offers. */
    type: text('type').notNull(),
    /** sha256 of the cookie. */
    tokenHash: bytea('token_hash'),
    startedAt: moment('started_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    /** 1C has ended the session; received files are still to be processed. */
    closingAt: moment('closing_at'),
    /** The next session of the same 1C, begun before this one ended: it may be the next portion of one export. */
    followedBy: integer('followed_by'),
    /** All files processed, goods missing in a full export deactivated. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('exchange_sessions_token_key').on(table.tokenHash),
    index('exchange_sessions_open')
      .on(table.lastSeenAt)
      .where(sql`ended_at is null`),
  ],
)

/** A file under 1C's name. The same name sent again after its import is another file. */
export const exchangeFiles = pgTable(
  'exchange_files',
  {
    id: identity(),
    sessionId: integer('session_id')
      .notNull()
      .references(() => exchangeSessions.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /**
     * receiving → queued (to be processed) → done | failed; dropped: restarted by `init`. unpacked: an archive whose
     * XML files are stored separately, while its pictures and documents are still to be imported.
     */
    state: text('state').notNull().default('receiving'),
    /** First byte: its stock figures are at least this old. */
    receivedAt: moment('received_at').notNull().defaultNow(),
    /** Last chunk. */
    updatedAt: moment('updated_at').notNull().defaultNow(),
    queuedAt: moment('queued_at'),
    error: text('error').notNull().default(''),
    /** Number of attempts at the current record; written before each. */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    index('exchange_files_session').on(table.sessionId, table.name),
    index('exchange_files_to_work')
      .on(table.queuedAt)
      .where(sql`state in ('queued','unpacked')`),
    check('exchange_files_state', sql`${table.state} in ('receiving','queued','unpacked','done','failed','dropped')`),
  ],
)

/** Each chunk of a file is stored by itself, so that chunks may reach different processes. */
export const exchangeChunks = pgTable(
  'exchange_chunks',
  {
    fileId: integer('file_id')
      .notNull()
      .references(() => exchangeFiles.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    /** In the file store. */
    key: text('key').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
    complete: boolean('complete').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.number] })],
)

/** The log: result of one file, or of the end of a session. */
export const exchangeRuns = pgTable(
  'exchange_runs',
  {
    id: identity(),
    sessionId: integer('session_id').references(() => exchangeSessions.id, { onDelete: 'set null' }),
    fileId: integer('file_id').references(() => exchangeFiles.id, { onDelete: 'set null' }),
    /** import | pictures (and documents) | feed | deactivation | orders */
    type: text('type').notNull(),
    /** Name of the file or feed, or the catalogue's Ид for a deactivation. */
    name: text('name').notNull(),
    /**
     * waiting for staff: a deactivation too large to be automatic, an import set aside after three failures. dismissed:
     * by staff, or superseded by a later export.
     */
    status: text('status').notNull().default('running'),
    startedAt: moment('started_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
    /** Records processed; an interrupted run continues there. */
    itemsDone: integer('items_done').notNull().default(0),
    itemsTotal: integer('items_total'),
    /** {goods: {seen, created, changed, unchanged, staged, rejected}, prices: …}. */
    counts: jsonb('counts').notNull().default({}),
    /** The catalogue needs a new snapshot after this run. */
    rebuild: boolean('rebuild').notNull().default(false),
    /** Rows of catalogue_changes written so far. */
    changesWritten: integer('changes_written').notNull().default(0),
    error: text('error').notNull().default(''),
  },
  (table) => [
    index('exchange_runs_started').on(table.startedAt),
    index('exchange_runs_session').on(table.sessionId),
    index('exchange_runs_file').on(table.fileId),
    check('exchange_runs_status', sql`${table.status} in ('running','done','failed','waiting','dismissed')`),
  ],
)

/** Items that could not be used, each with its reason in Russian; the rest of their file went on. */
export const exchangeRejects = pgTable(
  'exchange_rejects',
  {
    id: bigIdentity(),
    runId: integer('run_id')
      .notNull()
      .references(() => exchangeRuns.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    code: text('code').notNull(),
    name: text('name').notNull().default(''),
    reason: text('reason').notNull(),
  },
  (table) => [index('exchange_rejects_run').on(table.runId)],
)

/** Catalogues that a session brought whole: only of those may goods be switched off at its end. */
export const exchangeCatalogues = pgTable(
  'exchange_catalogues',
  {
    sessionId: integer('session_id')
      .notNull()
      .references(() => exchangeSessions.id, { onDelete: 'cascade' }),
    /** Каталог/Ид */
    code: text('code').notNull(),
    goodsFull: boolean('goods_full').notNull().default(false),
    offersFull: boolean('offers_full').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.code] })],
)

/** Goods and variants that a session has named; kept until its end. */
export const exchangeSeen = pgTable(
  'exchange_seen',
  {
    sessionId: integer('session_id')
      .notNull()
      .references(() => exchangeSessions.id, { onDelete: 'cascade' }),
    // No foreign key: it would lock, and so write, every product that an unchanged export names.
    productId: integer('product_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.productId] })],
)

/**
 * Catalogues of 1C that hold a good or a variant beside its own: it is switched off only when none holds it any more.
 */
export const exchangeOtherCatalogues = pgTable(
  'exchange_other_catalogues',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** Каталог/Ид */
    code: text('code').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.code] }),
    index('exchange_other_catalogues_code').on(table.code),
  ],
)

/** Offers whose good has not come yet, in full; applied when it does. */
export const exchangePending = pgTable(
  'exchange_pending',
  {
    code1c: text('code1c').primaryKey(),
    /** Ид of the good: the part before '#'. */
    goodCode: text('good_code').notNull(),
    offer: jsonb('offer').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** The session that first brought it. No foreign key: the row outlives its session. */
    sessionId: integer('session_id'),
  },
  (table) => [index('exchange_pending_good').on(table.goodCode)],
)

/**
 * Goods and offers that use codes which no classifier has described yet, as 1C last sent them; planned again when it
 * does.
 */
export const exchangeUndescribed = pgTable('exchange_undescribed', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  /** Of properties, values of dictionaries and units, as plan/parameters.ts writes them. */
  codes: text('codes').array().notNull(),
  item: jsonb('item').notNull(),
})

/** ТипЗначений of a parameter, and the values of its dictionary by their Ид. */
export const exchangeProperties = pgTable('exchange_properties', {
  parameterId: integer('parameter_id')
    .primaryKey()
    .references(() => parameters.id, { onDelete: 'cascade' }),
  type: text('type').notNull(),
})

export const exchangePropertyValues = pgTable(
  'exchange_property_values',
  {
    parameterId: integer('parameter_id')
      .notNull()
      .references(() => parameters.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.parameterId, table.code] })],
)

/** ЕдиницыИзмерения of 3.x: goods name their unit by its code alone. */
export const exchangeUnits = pgTable('exchange_units', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
})

/** Picture files by the name they have in exports, and what they turned into. */
export const exchangePictures = pgTable('exchange_pictures', {
  source: text('source').primaryKey(),
  pictureId: integer('picture_id')
    .notNull()
    .references(() => pictures.id),
})

/** Pictures that goods ask for, whether their files have come or not; product_pictures follows from both. */
export const exchangeProductPictures = pgTable(
  'exchange_product_pictures',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    source: text('source').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    index('exchange_product_pictures_source').on(table.source),
  ],
)

/** Document files by the name they have in exports, as they lie in the file store. */
export const exchangeDocuments = pgTable('exchange_documents', {
  source: text('source').primaryKey(),
  key: text('key').notNull(),
  type: text('type').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
})

/** Documents that goods name, whether their files have come or not; product_documents follows from both. */
export const exchangeProductDocuments = pgTable(
  'exchange_product_documents',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    source: text('source').notNull(),
    name: text('name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    index('exchange_product_documents_source').on(table.source),
  ],
)
