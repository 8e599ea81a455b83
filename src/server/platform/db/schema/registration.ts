import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from './access.ts'
import { identity, moment } from './columns.ts'
import { contracts, contragents, organisations } from './organisations.ts'

const citext = customType<{ data: string }>({ dataType: () => 'citext' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A firm that asks for access, until staff have decided; the screens call it 'З-<id>'. */
export const registrationRequests = pgTable(
  'registration_requests',
  {
    id: identity(),
    status: text('status').notNull().default('new'),
    /** Made by the form: the same submission sent twice is one request. */
    submissionKey: uuid('submission_key'),
    legalForm: text('legal_form').notNull().default('ООО'),
    company: text('company').notNull(),
    fullName: text('full_name').notNull(),
    inn: text('inn').notNull(),
    /** Empty for ИП. */
    kpp: text('kpp').notNull().default(''),
    ogrn: text('ogrn').notNull(),
    legalAddress: text('legal_address').notNull(),
    actualAddress: text('actual_address').notNull(),
    headName: text('head_name').notNull(),
    headPost: text('head_post').notNull().default(''),
    bik: text('bik').notNull().default(''),
    bank: text('bank').notNull().default(''),
    /** Расчётный счёт. */
    account: text('account').notNull().default(''),
    /** Корреспондентский счёт. */
    correspondentAccount: text('correspondent_account').notNull().default(''),
    contactName: text('contact_name').notNull(),
    phone: text('phone').notNull(),
    /** The login of the account that comes of it. */
    email: citext('email').notNull(),
    /** argon2id; the account takes it over: empty once the request is approved. */
    passwordHash: text('password_hash').notNull(),
    /** What the register of companies said as the request came; null: nobody could be asked. */
    registryParty: jsonb('registry_party'),
    registryCheckedAt: moment('registry_checked_at'),
    /** Of the browser that sent it. */
    address: text('address').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
    /** Of staff. */
    assigneeId: integer('assignee_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** For staff alone. */
    staffNote: text('staff_note').notNull().default(''),
    /** Why it was rejected, as staff count it; the applicant reads `decisionText`. */
    rejectReason: text('reject_reason'),
    /** What the applicant was told with the last decision or question. */
    decisionText: text('decision_text').notNull().default(''),
    /** Rejected with 'no more requests of this ИНН'. */
    blocksInn: boolean('blocks_inn').notNull().default(false),
    /** sha256 of the link by which the applicant answers; null: nothing is asked. */
    answerTokenHash: bytea('answer_token_hash'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Of the last submission or answer of the applicant: from then on staff are waited for. */
    waitingSince: moment('waiting_since').notNull().defaultNow(),
    decidedAt: moment('decided_at'),
    /** When who asked was erased from it. */
    erasedAt: moment('erased_at'),
    decidedById: integer('decided_by_id').references(() => accounts.id, { onDelete: 'set null' }),
    /** What came of it. */
    organisationId: integer('organisation_id').references(() => organisations.id),
    contragentId: integer('contragent_id').references(() => contragents.id),
    contractId: integer('contract_id').references(() => contracts.id),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
  },
  (table) => [
    // Of one firm, and of one e-mail, one request is open at a time.
    uniqueIndex('registration_requests_open_party')
      .on(table.inn, table.kpp)
      .where(sql`status in ('new','checking','data_requested')`),
    uniqueIndex('registration_requests_open_email')
      .on(table.email)
      .where(sql`status in ('new','checking','data_requested')`),
    uniqueIndex('registration_requests_submission').on(table.submissionKey),
    uniqueIndex('registration_requests_answer_token').on(table.answerTokenHash),
    index('registration_requests_email').on(table.email),
    index('registration_requests_inn').on(table.inn, table.kpp),
    index('registration_requests_status').on(table.status, table.createdAt),
    check(
      'registration_requests_status',
      sql`${table.status} in ('new','checking','data_requested','approved','rejected')`,
    ),
    check('registration_requests_legal_form', sql`${table.legalForm} in ('ООО','ИП','АО','ПАО','НКО','Иное')`),
    check(
      'registration_requests_reject_reason',
      sql`${table.rejectReason} in ('duplicate','requisites','region','liquidated','other')`,
    ),
    check(
      'registration_requests_decided',
      sql`(${table.status} in ('approved','rejected')) = (${table.decidedAt} is not null)`,
    ),
  ],
)

/** What happened to a request: questions of staff, answers of the applicant with what they corrected. */
export const registrationEvents = pgTable(
  'registration_events',
  {
    id: identity(),
    requestId: integer('request_id')
      .notNull()
      .references(() => registrationRequests.id, { onDelete: 'cascade' }),
    at: moment('at').notNull().defaultNow(),
    kind: text('kind').notNull(),
    /** Null: the applicant. */
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    text: text('text').notNull().default(''),
    /** {field: {before, after}} of the applicant's corrections. */
    changes: jsonb('changes').notNull().default({}),
  },
  (table) => [
    index('registration_events_request').on(table.requestId, table.id),
    check(
      'registration_events_kind',
      sql`${table.kind} in ('submitted','taken','released','data_requested','answered','approved','rejected','reopened')`,
    ),
  ],
)

/** Tasks that a robot finds hard; gone when used, right or wrong, and after ten minutes. */
export const captchas = pgTable(
  'captchas',
  {
    /** sha256 of the browser's cookie. */
    tokenHash: bytea('token_hash').primaryKey(),
    answer: text('answer').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('captchas_expiry').on(table.expiresAt)],
)

/** Consent to a text: which version, when, from where (152-ФЗ). Outlives the request, not the account. */
export const consents = pgTable(
  'consents',
  {
    id: identity(),
    kind: text('kind').notNull(),
    textVersion: text('text_version').notNull(),
    at: moment('at').notNull().defaultNow(),
    address: text('address').notNull(),
    requestId: integer('request_id').references(() => registrationRequests.id, { onDelete: 'set null' }),
    /** Set when the request becomes an account. */
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    withdrawnAt: moment('withdrawn_at'),
  },
  (table) => [
    index('consents_request').on(table.requestId),
    index('consents_account').on(table.accountId),
    check('consents_kind', sql`${table.kind} in ('personal-data','offer')`),
  ],
)
