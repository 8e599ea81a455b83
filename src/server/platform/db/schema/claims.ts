import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { products } from './catalogue.ts'
import { identity, kopecks, milli, moment } from './columns.ts'
import { orders } from './orders.ts'
import { contracts, organisations } from './organisations.ts'

/** Numbers of claims: RK-204. */
export const claimNumbers = pgSequence('claim_numbers')

/** Claims of buyers about shipped goods. */
export const claims = pgTable(
  'claims',
  {
    id: identity(),
    number: text('number').notNull(),
    organisationId: integer('organisation_id')
      .notNull()
      .references(() => organisations.id),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    filedById: integer('filed_by_id')
      .notNull()
      .references(() => accounts.id),
    /** Name at that time: the account may be deleted later. */
    filedBy: text('filed_by').notNull(),
    /** Idempotency key: the same key files one claim. */
    key: text('key'),
    /** 1 to 5, see shared/rules/aftersale/claims.ts. Type and requested remedy of the first line. */
    type: integer('type').notNull(),
    remedy: text('wish').notNull(),
    text: text('text').notNull(),
    state: text('state').notNull().default('new'),
    filedAt: moment('filed_at').notNull().defaultNow(),
    /** Filed after the contract's deadline. */
    late: boolean('late').notNull().default(false),
    /** Last day to decide. */
    decideBy: date('decide_by', { mode: 'string' }).notNull(),
    /** Question of staff to the buyer, and the deadline to answer it. */
    question: text('question').notNull().default(''),
    answerBy: date('answer_by', { mode: 'string' }),
    assigneeId: integer('assignee_id').references(() => accounts.id),
    decidedAt: moment('decided_at'),
    /** Text of the decision for the buyer. */
    decision: text('decision').notNull().default(''),
    endedAt: moment('ended_at'),
    /** Document that settled it: 'УКД 57 от 12.10'. */
    document: text('document').notNull().default(''),
  },
  (table) => [
    uniqueIndex('claims_number_key').on(table.number),
    uniqueIndex('claims_attempt_key').on(table.filedById, table.key),
    index('claims_contract').on(table.contractId, table.filedAt),
    index('claims_order').on(table.orderId),
    index('claims_open')
      .on(table.decideBy)
      .where(sql`ended_at is null`),
    check('claims_type', sql`${table.type} between 1 and 5`),
    check(
      'claims_state',
      sql`${table.state} in ('new','working','asked','satisfied','partial','rejected','closed','withdrawn')`,
    ),
  ],
)

export const claimLines = pgTable(
  'claim_lines',
  {
    claimId: integer('claim_id')
      .notNull()
      .references(() => claims.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Position of the order line; null: a good that was not ordered. */
    orderPosition: integer('order_position'),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    name: text('name').notNull(),
    articul: text('articul').notNull(),
    unit: text('unit').notNull(),
    /** Reason, requested settlement and the buyer's text, per line. */
    type: integer('type').notNull(),
    remedy: text('wish').notNull(),
    text: text('text').notNull().default(''),
    /** Quantity shipped at that time. */
    shippedMilli: milli('shipped_milli').notNull().default(0),
    quantityMilli: milli('quantity_milli').notNull(),
    priceKopecks: kopecks('price_kopecks').notNull(),
    /** Null until decided. */
    acceptedMilli: milli('accepted_milli'),
    /** Settlement of the accepted quantity: 'replacement' or 'credit'. */
    settleBy: text('settle_by'),
    /** Why less was accepted than claimed. */
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.claimId, table.position] }),
    index('claim_lines_product').on(table.productId),
    check('claim_lines_type', sql`${table.type} between 1 and 5`),
    check('claim_lines_quantity', sql`${table.quantityMilli} > 0`),
    check('claim_lines_accepted', sql`${table.acceptedMilli} between 0 and ${table.quantityMilli}`),
    check('claim_lines_settle', sql`${table.settleBy} in ('replacement','credit')`),
  ],
)

/** Messages and events of a claim. */
export const claimMessages = pgTable(
  'claim_messages',
  {
    id: identity(),
    claimId: integer('claim_id')
      .notNull()
      .references(() => claims.id, { onDelete: 'cascade' }),
    at: moment('at').notNull().defaultNow(),
    accountId: integer('account_id').references(() => accounts.id),
    author: text('author').notNull(),
    /** 'buyer', 'staff' or 'portal'. */
    side: text('side').notNull(),
    /** 'text', 'note' (for staff only), or an event. */
    kind: text('kind').notNull(),
    text: text('text').notNull().default(''),
    /** Idempotency key: the same key writes one message. */
    key: text('key'),
  },
  (table) => [
    index('claim_messages_claim').on(table.claimId, table.id),
    uniqueIndex('claim_messages_attempt_key').on(table.claimId, table.accountId, table.key),
    check('claim_messages_side', sql`${table.side} in ('buyer','staff','portal')`),
  ],
)

/** How far a person has read the messages of a claim. */
export const claimReads = pgTable(
  'claim_reads',
  {
    claimId: integer('claim_id')
      .notNull()
      .references(() => claims.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The last message seen. */
    messageId: integer('message_id').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.claimId, table.accountId] }),
    index('claim_reads_account').on(table.accountId),
  ],
)

/** Photos and documents; one without a claim is visible only to its uploader. */
export const claimFiles = pgTable(
  'claim_files',
  {
    id: identity(),
    claimId: integer('claim_id').references(() => claims.id, {
      onDelete: 'cascade',
    }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
    name: text('name').notNull(),
    type: text('type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('claim_files_claim').on(table.claimId),
    index('claim_files_loose')
      .on(table.createdAt)
      .where(sql`claim_id is null`),
    check('claim_files_type', sql`${table.type} in ('webp','pdf')`),
  ],
)

/** Deadlines agreed in a contract; null: the general one applies. */
export const claimContractTerms = pgTable(
  'claim_contract_terms',
  {
    contractId: integer('contract_id')
      .primaryKey()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    countedDays: integer('counted_days'),
    defectDays: integer('defect_days'),
    decisionDays: integer('decision_days'),
    answerDays: integer('answer_days'),
  },
  (table) => [
    check('claim_contract_terms_counted', sql`${table.countedDays} between 1 and 30`),
    check('claim_contract_terms_defect', sql`${table.defectDays} between 1 and 365`),
    check('claim_contract_terms_decision', sql`${table.decisionDays} between 1 and 60`),
    check('claim_contract_terms_answer', sql`${table.answerDays} between 1 and 30`),
  ],
)
