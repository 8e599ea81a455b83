import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { chosen, nothing, pagination, success, wireDate, wireFlag, wireId, wireText } from '../wire.ts'

export const registrationStatuses = ['new', 'checking', 'data_requested', 'approved', 'rejected'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

export const rejectReasons = ['duplicate', 'requisites', 'region', 'liquidated', 'other'] as const
export type RejectReason = (typeof rejectReasons)[number]

const path = '/api/staff/registrations/:id/'
const right = 'staff.registrations'

/** What a look at the row tells: 'ok' agrees with the register, 'warn' differs, 'bad' speaks against it. */
const finding = z.object({ tone: z.enum(['ok', 'warn', 'bad']), text: z.string() })
export type RegistrationFinding = z.output<typeof finding>

const person = z.object({ id: z.number(), name: z.string() })

const summary = z.object({
  id: z.number(),
  company: z.string(),
  inn: z.string(),
  city: z.string(),
  status: z.enum(registrationStatuses),
  /** ISO 8601: sent; waiting for staff since; decided. */
  created_at: z.string(),
  waiting_since: z.string(),
  decided_at: z.nullable(z.string()),
  /** Seconds from the last answer of the applicant to the decision; null before it. */
  decided_after: z.nullable(z.number()),
  findings: z.array(finding),
  assignee: z.nullable(person),
  /** In Russian: what is waited for, the contract that came of it, why it was rejected; '' = nothing. */
  note: z.string(),
})
export type RegistrationSummary = z.output<typeof summary>

export const staffRegistrations = endpoint({
  verb: 'GET',
  path: '/api/staff/registrations/',
  right,
  summary:
    "Requests for access. 'waiting': those that wait for staff, longest first, then those that wait for the applicant, then those decided within 7 days",
  input: z.object({
    scope: z._default(z.enum(['waiting', 'asked', 'all']), 'waiting'),
    /** 'me', 'none', or whoever. */
    assignee: chosen(z.enum(['me', 'none'])),
    query: z.optional(wireText(100)),
    page: z._default(wireId, 1),
    perpage: z._default(z.pipe(wireId, z.number().check(z.maximum(100))), 20),
  }),
  reply: z.object({
    ...success,
    items: z.array(summary),
    counts: z.object({ waiting: z.number(), asked: z.number(), all: z.number() }),
    pagination,
    /** Hours within which a request is to be decided. */
    norm_hours: z.number(),
    /** Of the last 30 days. */
    decided: z.object({
      approved: z.number(),
      rejected: z.partialRecord(z.enum(rejectReasons), z.number()),
      /** Seconds; null = nothing was decided. */
      average: z.nullable(z.number()),
    }),
  }),
})

export const staffRegistrationsWaiting = endpoint({
  verb: 'GET',
  path: '/api/staff/registrationsWaiting/',
  right,
  summary: 'How many requests for access wait for staff',
  input: nothing,
  reply: z.object({ ...success, count: z.number() }),
})

/** Fields that the register of companies knows, and may be taken from it. */
export const registerFields = ['company', 'ogrn', 'legal_address', 'head_name'] as const
export type RegisterField = (typeof registerFields)[number]

const comparison = z.object({
  field: z.enum([...registerFields, 'inn', 'state', 'bank']),
  /** Whether both say the same; null: the register does not tell. */
  same: z.nullable(z.boolean()),
  given: z.string(),
  register: z.string(),
  /** What else the register says there: the day of registration, the head's post. */
  aside: z.string(),
  /** Parts of the register's value that the request lacks. */
  more: z.array(z.string()),
})
export type RegisterComparison = z.output<typeof comparison>

const likeness = z.object({
  organisation: z.object({ id: z.number(), header: z.string() }),
  contragent: z.object({ id: z.number(), company: z.string(), inn: z.string(), kpp: z.string() }),
  /** party: the same ИНН and КПП. */
  by: z.array(z.enum(['party', 'inn', 'phone', 'email'])),
  /** Nobody can sign in for that organisation yet: it is known from 1C alone. */
  without_accounts: z.boolean(),
  /** Then the applicant becomes an employee with the new contract alone. */
  has_owner: z.boolean(),
  contracts: z.array(z.object({ id: z.number(), header: z.string() })),
  manager: z.string(),
  /** Roubles. */
  debt: z.number(),
})
export type RegistrationLikeness = z.output<typeof likeness>

const option = z.object({ id: z.number(), header: z.string() })

const request = z.object({
  id: z.number(),
  status: z.enum(registrationStatuses),
  legal_form: z.string(),
  company: z.string(),
  full_name: z.string(),
  inn: z.string(),
  kpp: z.string(),
  ogrn: z.string(),
  legal_address: z.string(),
  actual_address: z.string(),
  head_name: z.string(),
  head_post: z.string(),
  bik: z.string(),
  bank: z.string(),
  account: z.string(),
  correspondent_account: z.string(),
  contact_name: z.string(),
  phone: z.string(),
  email: z.string(),
  city: z.string(),
  created_at: z.string(),
  waiting_since: z.string(),
  /** The browser that sent it. */
  address: z.string(),
  device: z.string(),
  /** Versions of the texts agreed to. */
  consents: z.array(z.object({ kind: z.enum(['personal-data', 'offer']), version: z.string(), at: z.string() })),
  assignee: z.nullable(person),
  /** Who may be chosen. */
  colleagues: z.array(person),
  /** When the register was asked; null: it could not be. `register_asked` false: the portal has no key for it. */
  register_checked_at: z.nullable(z.string()),
  register_asked: z.boolean(),
  /** The register has no such firm. */
  register_missing: z.boolean(),
  comparison: z.array(comparison),
  likenesses: z.array(likeness),
  events: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      kind: z.enum([
        'submitted',
        'taken',
        'released',
        'data_requested',
        'answered',
        'approved',
        'rejected',
        'reopened',
      ]),
      /** '' = the applicant. */
      by: z.string(),
      text: z.string(),
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  decision: z.object({
    reason: z.nullable(z.enum(rejectReasons)),
    text: z.string(),
    blocks_inn: z.boolean(),
    at: z.nullable(z.string()),
    by: z.string(),
    /** What came of an approval. */
    organisation: z.nullable(option),
    contract: z.nullable(option),
  }),
  /** What the approval form begins with; null where it is decided. */
  proposal: z.nullable(
    z.object({
      number: z.string(),
      /** dd.mm.yyyy */
      date: z.string(),
      price_type: z.nullable(z.number()),
      warehouses: z.array(z.number()),
      manager: z.nullable(z.number()),
      payment: z.enum(['prepaid', 'deferred']),
      prepayment_percent: z.number(),
      deferral_days: z.number(),
      /** In Russian: of which contracts this is the custom; '' = of none. */
      like: z.string(),
      price_types: z.array(option),
      all_warehouses: z.array(option),
      managers: z.array(option),
    }),
  ),
})
export type Registration = z.output<typeof request>

const changed = z.object({ ...success, request })

export const staffRegistration = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'A request for access beside what the register says, whom it resembles, and where to accept it',
  input: z.object({ id: wireId }),
  reply: changed,
})

export const assignRegistration = endpoint({
  verb: 'POST',
  path,
  method: 'assign',
  right,
  summary: 'Give a request to somebody of staff, who checks it from now on; null: to nobody',
  input: z.object({ id: wireId, assignee: z.nullable(wireId) }),
  reply: changed,
})

export const recheckRegistration = endpoint({
  verb: 'POST',
  path,
  method: 'recheck',
  right,
  summary: 'Ask the register of companies again',
  input: z.object({ id: wireId }),
  reply: changed,
})

export const takeFromRegister = endpoint({
  verb: 'POST',
  path,
  method: 'takeFromRegister',
  right,
  summary: "Put the register's value of a field into the request",
  input: z.object({ id: wireId, field: z.enum(registerFields) }),
  reply: changed,
})

/** What the applicant reads. */
const told = (missing: string) => wireText(2000).check(z.trim(), z.minLength(1, missing))

export const askApplicant = endpoint({
  verb: 'POST',
  path,
  method: 'ask',
  right,
  summary: 'Ask the applicant for something: a letter with a one-time link to the answer',
  input: z.object({ id: wireId, text: told('Напишите, чего не хватает') }),
  reply: changed,
})

export const rejectRegistration = endpoint({
  verb: 'POST',
  path,
  method: 'reject',
  right,
  summary: 'Refuse access and write to the applicant why',
  input: z.object({
    id: wireId,
    reason: z.enum(rejectReasons),
    text: told('Напишите заявителю, почему'),
    blocks_inn: z._default(wireFlag, false),
  }),
  reply: changed,
})

export const reopenRegistration = endpoint({
  verb: 'POST',
  path,
  method: 'reopen',
  right,
  summary: 'Check a refused request again',
  input: z.object({ id: wireId }),
  reply: changed,
})

const percent = z.pipe(wireId, z.number().check(z.maximum(100)))

export const approveRegistration = endpoint({
  verb: 'POST',
  path,
  method: 'approve',
  right,
  summary:
    'Make or link organisation, contragent, contract and account in one transaction, and write to the applicant. Approved already: what came of it',
  input: z.object({
    id: wireId,
    /** An organisation to join; absent = a new one. */
    organisation: chosen(wireId),
    /** A contract of the joined contragent; absent = a new one of the fields below. */
    contract: chosen(wireId),
    number: z._default(wireText(60).check(z.trim()), ''),
    date: z.optional(z.union([z.literal(''), wireDate])),
    price_type: chosen(wireId),
    payment: z._default(z.enum(['prepaid', 'deferred']), 'prepaid'),
    prepayment_percent: z._default(percent, 100),
    deferral_days: z._default(z.pipe(wireId, z.number().check(z.maximum(365))), 14),
    /** In order of preference. */
    warehouses: z._default(z.array(wireId).check(z.maxLength(100)), []),
    manager: chosen(wireId),
    /** Whether the applicant is written to. */
    tell: z._default(wireFlag, true),
  }),
  reply: changed,
})
