import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import {
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
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { PriceRule } from '#shared/rules/parties/price-politics.ts'
import { identity, kopecks, moment } from './columns.ts'
import { contracts, organisations, personalManagers } from './organisations.ts'

const citext = customType<{ data: string }>({ dataType: () => 'citext' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The ten digits after the country code, however a phone is written. An index searches by it. */
export const phoneDigits = (phone: SQLWrapper): SQL => sql`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 10)`

/** Of a login that is an address, else ''. An index searches by it. */
export const mailDomain = (login: SQLWrapper): SQL => sql`lower(split_part(${login}::text, '@', 2))`

/** A login: of a buyer's organisation, of the wholesaler's staff, or of 1C. */
export const accounts = pgTable(
  'accounts',
  {
    id: identity(),
    login: citext('login').notNull(),
    passwordHash: text('password_hash').notNull(),
    role: text('role').notNull(),
    organisationId: integer('organisation_id').references(() => organisations.id),
    name: text('name').notNull(),
    phone: text('phone').notNull().default(''),
    enabled: boolean('enabled').notNull().default(true),
    /** Rights that the owner grants a manager beyond the role: keys of `rightsByGrant`. */
    grants: text('grants')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Of a salesperson: the contact card that buyers see. Organisations with it are the salesperson's customers. */
    personalManagerId: integer('personal_manager_id').references(() => personalManagers.id),
    /** Orders above this need the owner's approval; null = no limit. */
    orderLimitKopecks: kopecks('order_limit_kopecks'),
    /** Total of a period's orders that need no approval; null = no limit. */
    periodLimitKopecks: kopecks('period_limit_kopecks'),
    /** Period of that limit: day, week from Monday, or calendar month. */
    limitPeriod: text('limit_period').notNull().default('month'),
    /** Price rules that replace the contract's prices for this person; empty: contract prices. */
    pricePolitics: jsonb('price_politics').$type<PriceRule[]>().notNull().default([]),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Set by a trigger: when `enabled` became false. */
    disabledAt: moment('disabled_at'),
    /** When the last invitation was mailed; an invited account has an empty `passwordHash` until it is accepted. */
    invitedAt: moment('invited_at'),
    /** The login is free again; the row stays because orders refer to it. */
    deletedAt: moment('deleted_at'),
    /** The account of the same person in the organisation that staff moved them to; this one is deleted. */
    movedToId: integer('moved_to_id').references((): AnyPgColumn => accounts.id, { onDelete: 'set null' }),
    /** When name, login and phone were erased; the row stays because orders refer to it. */
    erasedAt: moment('erased_at'),
  },
  (table) => [
    uniqueIndex('accounts_login_key').on(table.login),
    index('accounts_organisation').on(table.organisationId),
    index('accounts_phone_digits')
      .on(phoneDigits(table.phone))
      .where(sql`organisation_id is not null and deleted_at is null`),
    index('accounts_mail_domain')
      .on(mailDomain(table.login))
      .where(sql`organisation_id is not null and deleted_at is null`),
    check(
      'accounts_role',
      sql`${table.role} in ('owner','manager','accountant','receiver','admin','sales','content','exchange')`,
    ),
    check('accounts_limit_period', sql`${table.limitPeriod} in ('day','week','month')`),
    check(
      'accounts_side',
      sql`(${table.organisationId} is not null) = (${table.role} in ('owner','manager','accountant','receiver'))`,
    ),
  ],
)

/** Contracts that an owner assigned to an employee; owners may use all. */
export const accountContracts = pgTable(
  'account_contracts',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.contractId] }),
    index('account_contracts_contract').on(table.contractId),
  ],
)

/** The current contract of an account. */
export const chosenContracts = pgTable('chosen_contracts', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  contractId: integer('contract_id')
    .notNull()
    .references(() => contracts.id, { onDelete: 'cascade' }),
})

/** The warehouse chosen by an account under a contract; no row = all of them. */
export const chosenWarehouses = pgTable(
  'chosen_warehouses',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    contractId: integer('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    warehouseId: integer('warehouse_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.contractId] })],
)

/** Deleted when ended, or by trigger when the account changes (ADR 21): a session without a row is invalid. */
export const sessions = pgTable(
  'sessions',
  {
    /** Used to end a session; the token's digest never leaves the server. */
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    /** sha256 of the cookie, so that stored values cannot be used to sign in. */
    tokenHash: bytea('token_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The session ends at this time even if it is in use. */
    expiresAt: moment('expires_at').notNull(),
    /** To the minute. */
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    /** A second factor is required but not set up: until then the session allows only the setup. */
    awaitsSecondFactor: boolean('awaits_second_factor').notNull().default(false),
    address: text('address').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
  },
  (table) => [
    uniqueIndex('sessions_id_key').on(table.id),
    index('sessions_account').on(table.accountId),
    index('sessions_expiry').on(table.expiresAt),
  ],
)

/**
 * Staff acting as a buyer, at most one per session. Deleted when it ends, or by trigger when either account, the
 * organisation or its manager changes; a trigger writes the audit row (ADR 34).
 */
export const actings = pgTable(
  'actings',
  {
    sessionId: integer('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    staffId: integer('staff_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The buyer. */
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    startedAt: moment('started_at').notNull().defaultNow(),
    /** To the minute. */
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
  },
  (table) => [index('actings_staff').on(table.staffId), index('actings_account').on(table.accountId)],
)

/** The authenticator app of a staff account. */
export const secondFactors = pgTable('second_factors', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Base32, unencrypted; see ADR 21. */
  secret: text('secret').notNull(),
  /** When the first code was confirmed; null = not required at sign-in yet. */
  confirmedAt: moment('confirmed_at'),
  /** 30-second step since 1970 of the last accepted code: it and earlier ones are rejected. */
  lastStep: integer('last_step').notNull().default(0),
})

/** Unused recovery codes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => secondFactors.accountId, { onDelete: 'cascade' }),
    /** sha256: a code holds 80 random bits. */
    codeHash: bytea('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
)

/** Counters of attempts (failed sign-ins, reminders, uploads), shared by all processes. */
export const attempts = pgTable(
  'attempts',
  {
    id: identity(),
    /** Kind and subject: 'sign-in:login|address', 'sign-in:address'… */
    key: text('key').notNull(),
    at: moment('at').notNull().defaultNow(),
    /** An attempt in progress counts until then, in case its process dies. Null: it counts for the whole window. */
    openUntil: moment('open_until'),
  },
  (table) => [index('attempts_key_at').on(table.key, table.at)],
)

/** One-time links to a new password. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** sha256 of the token in the mail. */
    tokenHash: bytea('token_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('password_resets_account').on(table.accountId),
    index('password_resets_expiry').on(table.expiresAt),
  ],
)
