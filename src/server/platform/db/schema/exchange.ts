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
 * One exchange session of 1C, from checkauth to complete. A load from the command line is also one, without an account.
 */
export const exchangeSessions = pgTable(
  'exchange_sessions',
  {
    id: identity(),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /**
     * 'catalog', 'sale', 'reference', 'feed'; 'load' from the command line, 'offers' for goods of waiting offers,
     * 'table' and 'hand' for a table or a file loaded by staff, 'repeat' for a run repeated by them, 'yml' for a file
     * fetched by address, 'web' for pictures by address.
     */
    type: text('type').notNull(),
    /** The run that is repeated. No foreign key: the row outlives it. */
    repeatsRunId: integer('repeats_run_id'),
    /** sha256 of the cookie. */
    tokenHash: bytea('token_hash'),
    startedAt: moment('started_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    /** 1C has ended the session, but received files are still being processed. */
    closingAt: moment('closing_at'),
    /** The next session of the same 1C, started before this one ended: it may send the next portion of the export. */
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

/** A file by 1C's name. The same name sent again after its import is another file. */
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
    /** Time of the first byte: its stock figures are at least this old. */
    receivedAt: moment('received_at').notNull().defaultNow(),
    /** Time of the last chunk. */
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

/** Each chunk of a file is stored separately, so that different processes can receive chunks. */
export const exchangeChunks = pgTable(
  'exchange_chunks',
  {
    fileId: integer('file_id')
      .notNull()
      .references(() => exchangeFiles.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    /** Key in the file store. */
    key: text('key').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
    complete: boolean('complete').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.number] })],
)

/** Log entry: result of a file, or of the end of a session. */
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

/** The file that a run read, compressed, for as long as `exchange.keep.sourceDays` says. */
export const exchangeSources = pgTable(
  'exchange_sources',
  {
    runId: integer('run_id')
      .primaryKey()
      .references(() => exchangeRuns.id, { onDelete: 'cascade' }),
    /** Key in the file store. */
    key: text('key').notNull(),
    /** Before compression; null while it is being stored. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    /** Instant of the data: a repeat must not make it younger. */
    receivedAt: moment('received_at').notNull(),
    /** A full feed is repeated as a full one. */
    full: boolean('full').notNull().default(false),
    keptAt: moment('kept_at').notNull().defaultNow(),
  },
  (table) => [index('exchange_sources_kept').on(table.keptAt)],
)

/** Rejected items with the reason in Russian; the rest of the file was imported. */
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

/** Catalogues that a session sent in full: only their goods may be deactivated at its end. */
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

/** Goods and variants listed in a session; kept until its end. */
export const exchangeSeen = pgTable(
  'exchange_seen',
  {
    sessionId: integer('session_id')
      .notNull()
      .references(() => exchangeSessions.id, { onDelete: 'cascade' }),
    // No foreign key: it would lock every product listed in an unchanged export.
    productId: integer('product_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.productId] })],
)

/** Other catalogues of 1C that contain a good or variant: it is deactivated only when no catalogue contains it. */
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

/** Offers without a good, complete; applied when the good arrives. */
export const exchangePending = pgTable(
  'exchange_pending',
  {
    code1c: text('code1c').primaryKey(),
    /** Ид of the good: the part before '#'. */
    goodCode: text('good_code').notNull(),
    offer: jsonb('offer').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** The session that first sent it. No foreign key: the row outlives its session. */
    sessionId: integer('session_id'),
  },
  (table) => [index('exchange_pending_good').on(table.goodCode)],
)

/**
 * Goods and offers with codes that no classifier has described yet, as last sent by 1C; planned again when one does.
 */
export const exchangeUndescribed = pgTable('exchange_undescribed', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  /** Codes of properties, dictionary values and units, in the format of plan/parameters.ts. */
  codes: text('codes').array().notNull(),
  item: jsonb('item').notNull(),
})

/** ТипЗначений of a parameter, and its dictionary values by Ид. */
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

/** ЕдиницыИзмерения of 3.x: goods refer to a unit by code only. */
export const exchangeUnits = pgTable('exchange_units', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
})

/** Picture files by their name in exports, and the stored pictures. */
export const exchangePictures = pgTable('exchange_pictures', {
  source: text('source').primaryKey(),
  pictureId: integer('picture_id')
    .notNull()
    .references(() => pictures.id),
})

/** Pictures listed by goods, whether received or not; product_pictures is computed from these rows. */
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

/** Where pictures of YML are fetched from; `source` is the name by which goods list them. */
export const exchangePictureAddresses = pgTable(
  'exchange_picture_addresses',
  {
    source: text('source').primaryKey(),
    address: text('address').notNull(),
    /** Validators of the last reply: an unchanged picture is not sent again. */
    etag: text('etag').notNull().default(''),
    lastModified: text('last_modified').notNull().default(''),
    /** When it is to be fetched next; null = not before it is listed again. */
    dueAt: moment('due_at').defaultNow(),
    checkedAt: moment('checked_at'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error').notNull().default(''),
  },
  (table) => [
    index('exchange_picture_addresses_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ],
)

/** The last attempts to fetch YML by address. */
export const exchangeFeedFetches = pgTable('exchange_feed_fetches', {
  address: text('address').primaryKey(),
  triedAt: moment('tried_at').notNull(),
  /** When a file last came. */
  succeededAt: moment('succeeded_at'),
  error: text('error').notNull().default(''),
})

/** Document files by their name in exports, with their key in the file store. */
export const exchangeDocuments = pgTable('exchange_documents', {
  source: text('source').primaryKey(),
  key: text('key').notNull(),
  type: text('type').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
})

/** Documents listed by goods, whether received or not; product_documents is computed from these rows. */
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
