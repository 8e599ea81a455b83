import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { identity, kopecks, moment } from './columns.ts'
import { contracts, organisations } from './organisations.ts'

/** The number of an act: АС-0398. */
export const actNumbers = pgSequence('act_numbers')

/** Acts of reconciliation: the ledger of a contract over a period as it stood when the act was built. */
export const acts = pgTable(
  'acts',
  {
    id: identity(),
    number: text('number').notNull(),
    organisationId: integer('organisation_id')
      .notNull()
      .references(() => organisations.id),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** requested → building → ready | failed; ready → confirmed | disputed. */
    state: text('state').notNull().default('requested'),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    requestedById: integer('requested_by_id')
      .notNull()
      .references(() => accounts.id),
    /** Name at that time: the account may be deleted later. */
    requestedBy: text('requested_by').notNull(),
    /** The requester gets a mail when it is ready. */
    mail: boolean('mail').notNull().default(false),
    /** Why the build failed. */
    error: text('error').notNull().default(''),
    readyAt: moment('ready_at'),
    /** `asOf` of the ledger at the build. */
    asOf: moment('as_of'),
    /** Last day to answer. */
    answerBy: date('answer_by', { mode: 'string' }),
    answeredAt: moment('answered_at'),
    answeredBy: text('answered_by').notNull().default(''),
    /** Who hears of the supplier's reply, beside who requested the act. */
    answeredById: integer('answered_by_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** Who of the staff works on it; null: nobody yet. */
    assigneeId: integer('assignee_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** What staff note for each other. */
    staffNote: text('staff_note').notNull().default(''),
    /** When staff sent their replies to the disputed lines; until then the buyer sees none of them. */
    repliedAt: moment('replied_at'),
    repliedBy: text('replied_by').notNull().default(''),
    openingKopecks: kopecks('opening_kopecks').notNull().default(0),
    debitKopecks: kopecks('debit_kopecks').notNull().default(0),
    creditKopecks: kopecks('credit_kopecks').notNull().default(0),
    lineCount: integer('line_count').notNull().default(0),
    /** The buyer's uploaded ledger to match; null: none. */
    fileName: text('file_name'),
    fileAt: moment('file_at'),
    /** From our side: debit − credit of our ledger. Null: not in the file. */
    fileOpeningKopecks: kopecks('file_opening_kopecks'),
    fileClosingKopecks: kopecks('file_closing_kopecks'),
    fileDebitKopecks: kopecks('file_debit_kopecks').notNull().default(0),
    fileCreditKopecks: kopecks('file_credit_kopecks').notNull().default(0),
    fileLines: integer('file_lines').notNull().default(0),
    /** Number of the file's lines outside the period. */
    fileOutside: integer('file_outside').notNull().default(0),
    matches: integer('matches').notNull().default(0),
  },
  (table) => [
    index('acts_organisation').on(table.organisationId, table.requestedAt),
    index('acts_contract').on(table.contractId, table.firstDay),
    index('acts_disputed')
      .on(table.answeredAt)
      .where(sql`state = 'disputed' and replied_at is null`),
    index('acts_waiting')
      .on(table.requestedAt)
      .where(sql`state in ('requested', 'building')`),
    check('acts_state', sql`${table.state} in ('requested','building','ready','failed','confirmed','disputed')`),
    check('acts_period', sql`${table.firstDay} <= ${table.lastDay}`),
  ],
)

export const actLines = pgTable(
  'act_lines',
  {
    actId: integer('act_id')
      .notNull()
      .references(() => acts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').notNull(),
    paper: text('paper').notNull(),
    number: text('number').notNull(),
    basis: text('basis').notNull(),
    debitKopecks: kopecks('debit_kopecks').notNull(),
    creditKopecks: kopecks('credit_kopecks').notNull(),
    /** Number of its match with the buyer's ledger; the line's own position if nothing is uploaded. */
    match: integer('match').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.actId, table.position] }),
    index('act_lines_match').on(table.actId, table.match),
  ],
)

/** Lines of the buyer's ledger as in the uploaded file; debit and credit from the buyer's side. */
export const actFileLines = pgTable(
  'act_file_lines',
  {
    actId: integer('act_id')
      .notNull()
      .references(() => acts.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Row number in the spreadsheet. */
    row: integer('row').notNull(),
    day: date('day', { mode: 'string' }),
    document: text('document').notNull(),
    debitKopecks: kopecks('debit_kopecks').notNull(),
    creditKopecks: kopecks('credit_kopecks').notNull(),
    match: integer('match').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.actId, table.position] }),
    index('act_file_lines_match').on(table.actId, table.match),
  ],
)

/** Matches with differences or remarks, and the buyer's answers. Lines that agree have no row unless disputed. */
export const actMatches = pgTable(
  'act_matches',
  {
    actId: integer('act_id')
      .notNull()
      .references(() => acts.id, { onDelete: 'cascade' }),
    match: integer('match').notNull(),
    outcome: text('outcome').notNull(),
    cause: text('cause').notNull().default(''),
    /** Difference of the lines: ours − theirs. */
    effectKopecks: kopecks('effect_kopecks').notNull(),
    /** 'agree' with our ledger, or 'dispute' it. */
    answer: text('answer'),
    comment: text('comment').notNull().default(''),
    /** Of staff to a disputed line: 'accept' the buyer's side, or 'refuse' it with a reason. */
    reply: text('reply'),
    replyReason: text('reply_reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.actId, table.match] }),
    check(
      'act_matches_outcome',
      sql`${table.outcome} in ('same','note','date','sum','side','absentTheirs','absentOurs')`,
    ),
    check('act_matches_answer', sql`${table.answer} in ('agree','dispute')`),
    check(
      'act_matches_reply',
      sql.join(
        [
          sql`${table.reply} is null or ${table.reply} in ('accept','refuse')`,
          sql`${table.answer} is not distinct from 'dispute'`,
        ],
        sql` and `,
      ),
    ),
  ],
)
