import * as z from 'zod/mini'
import { contractNumberLength } from '../../rules/parties/contract-number.ts'
import { endpoint } from '../endpoint.ts'
import { chosen, nothing, pagination, success, wireDate, wireFlag, wireId, wireText } from '../wire.ts'

export const registrationStatuses = ['new', 'checking', 'data_requested', 'approved', 'rejected'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

export const rejectReasons = ['duplicate', 'requisites', 'region', 'liquidated', 'other'] as const
export type RejectReason = (typeof rejectReasons)[number]

const path = '/api/staff/registrations/:id/'
const right = 'staff.registrations'

/** A check of the request: 'ok' agrees with the register, 'warn' differs, 'bad' is a reason to reject. */
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
  /** Seconds from the applicant's last answer to the decision; null before it. */
  decided_after: z.nullable(z.number()),
  findings: z.array(finding),
  assignee: z.nullable(person),
  /** In Russian: what the request waits for, the resulting contract, or the rejection reason; '' = none. */
  note: z.string(),
})
export type RegistrationSummary = z.output<typeof summary>

export const staffRegistrations = endpoint({
  verb: 'GET',
  path: '/api/staff/registrations/',
  right,
  summary:
    "Requests for access. 'waiting': those that wait for staff, longest first, then those that wait for the " +
    'applicant, then those decided within 7 days',
  input: z.object({
    scope: z._default(z.enum(['waiting', 'asked', 'all']), 'waiting'),
    /** 'me', 'none', or absent for all. */
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
    /** Target time for a decision, in hours. */
    norm_hours: z.number(),
    /** Statistics of the last 30 days. */
    decided: z.object({
      approved: z.number(),
      rejected: z.partialRecord(z.enum(rejectReasons), z.number()),
      /** Seconds; null = no decisions. */
      average: z.nullable(z.number()),
    }),
  }),
})

export const staffRegistrationsWaiting = endpoint({
  verb: 'GET',
  path: '/api/staff/registrationsWaiting/',
  right,
  summary: 'Number of requests for access that wait for staff',
  input: nothing,
  reply: z.object({ ...success, count: z.number() }),
})

/** Fields that can be copied from the company register. */
export const registerFields = ['company', 'ogrn', 'legal_address', 'head_name'] as const
export type RegisterField = (typeof registerFields)[number]

const comparison = z.object({
  field: z.enum([...registerFields, 'inn', 'state', 'bank']),
  /** Whether both values agree; null: the register has no value. */
  same: z.nullable(z.boolean()),
  given: z.string(),
  register: z.string(),
  /** Related data of the register: registration date, the head's position. */
  aside: z.string(),
  /** Parts of the register's value that are missing in the request. */
  more: z.array(z.string()),
})
export type RegisterComparison = z.output<typeof comparison>

const likeness = z.object({
  organisation: z.object({ id: z.number(), header: z.string() }),
  contragent: z.object({ id: z.number(), company: z.string(), inn: z.string(), kpp: z.string() }),
  /** party: the same ИНН and КПП. */
  by: z.array(z.enum(['party', 'inn', 'phone', 'email'])),
  /** No account of that organisation exists yet: only 1C knows it. */
  without_accounts: z.boolean(),
  /** The applicant becomes an employee with access to the new contract only. */
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
  /** The browser that sent the request. */
  address: z.string(),
  device: z.string(),
  /** Versions of the accepted texts. */
  consents: z.array(z.object({ kind: z.enum(['personal-data', 'offer']), version: z.string(), at: z.string() })),
  assignee: z.nullable(person),
  /** Staff who can be assigned. */
  colleagues: z.array(person),
  /** When the register was queried; null: the query failed. `register_asked` is false if the portal has no API key. */
  register_checked_at: z.nullable(z.string()),
  register_asked: z.boolean(),
  /** The register has no such company. */
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
        'expired',
      ]),
      /** '' = the applicant; the portal if it is 'expired'. */
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
    /** Result of an approval. */
    organisation: z.nullable(option),
    contract: z.nullable(option),
  }),
  /** Initial values of the approval form; null once decided. */
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
      /** In Russian: which contracts these terms are taken from; '' = none. */
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
  summary: 'A request for access with register data, similar customers, and the proposed acceptance',
  input: z.object({ id: wireId }),
  reply: changed,
})

export const assignRegistration = endpoint({
  verb: 'POST',
  path,
  method: 'assign',
  right,
  summary: 'Assign a request to a member of staff; null removes the assignee',
  input: z.object({ id: wireId, assignee: z.nullable(wireId) }),
  reply: changed,
})

export const recheckRegistration = endpoint({
  verb: 'POST',
  path,
  method: 'recheck',
  right,
  summary: 'Query the company register again',
  input: z.object({ id: wireId }),
  reply: changed,
})

export const takeFromRegister = endpoint({
  verb: 'POST',
  path,
  method: 'takeFromRegister',
  right,
  summary: "Copy the register's value of a field into the request",
  input: z.object({ id: wireId, field: z.enum(registerFields) }),
  reply: changed,
})

/** Message to the applicant. */
const requiredText = (missing: string) => wireText(2000).check(z.trim(), z.minLength(1, missing))

export const sendQuestion = endpoint({
  verb: 'POST',
  path,
  method: 'ask',
  right,
  summary: 'Ask the applicant for data: an e-mail with a one-time link to the answer form',
  input: z.object({ id: wireId, text: requiredText('Напишите, чего не хватает') }),
  reply: changed,
})

export const rejectRegistration = endpoint({
  verb: 'POST',
  path,
  method: 'reject',
  right,
  summary: 'Reject a request and e-mail the reason to the applicant',
  input: z.object({
    id: wireId,
    reason: z.enum(rejectReasons),
    text: requiredText('Напишите заявителю, почему'),
    blocks_inn: z._default(wireFlag, false),
  }),
  reply: changed,
})

export const reopenRegistration = endpoint({
  verb: 'POST',
  path,
  method: 'reopen',
  right,
  summary: 'Reopen a rejected request',
  input: z.object({ id: wireId }),
  reply: changed,
})

const percent = z.pipe(wireId, z.number().check(z.maximum(100)))

export const approveRegistration = endpoint({
  verb: 'POST',
  path,
  method: 'approve',
  right,
  summary: `Create or link organisation, contragent, contract and account in one transaction,
      and e-mail the applicant. Idempotent: returns the earlier result`,
  input: z.object({
    id: wireId,
    /** An organisation to join; absent = create one. */
    organisation: chosen(wireId),
    /** A contract of the joined contragent; absent = create one from the fields below. */
    contract: chosen(wireId),
    number: z._default(wireText(contractNumberLength).check(z.trim()), ''),
    date: z.optional(z.union([z.literal(''), wireDate])),
    price_type: chosen(wireId),
    payment: z._default(z.enum(['prepaid', 'deferred']), 'prepaid'),
    prepayment_percent: z._default(percent, 100),
    deferral_days: z._default(z.pipe(wireId, z.number().check(z.maximum(365))), 14),
    /** In order of preference. */
    warehouses: z._default(z.array(wireId).check(z.maxLength(100)), []),
    manager: chosen(wireId),
    /** Whether to e-mail the applicant. */
    tell: z._default(wireFlag, true),
  }),
  reply: changed,
})
