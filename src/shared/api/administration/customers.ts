import * as z from 'zod/mini'
import { contractNumberLength } from '../../rules/parties/contract-number.ts'
import { endpoint } from '../endpoint.ts'
import { contragent } from '../organisation/contragents.ts'
import { manager } from '../organisation/managers.ts'
import {
  chosen,
  integerBetween,
  pagination,
  success,
  wireCount,
  wireDate,
  wireFlag,
  wireId,
  wireText,
} from '../wire.ts'
import { customerGroups, noteLength, stopReasonLength } from './customer-groups.ts'

const option = z.object({ id: z.number(), header: z.string() })

const customer = z.object({
  id: z.number(),
  name: z.string(),
  /** ИНН of its first contragent; '' = it has none yet. */
  inn: z.string(),
  /** Name of its personal manager; '' = nobody's. */
  manager: z.string(),
  /** Number of active contracts. */
  contracts: z.number(),
  /** Roubles over all contracts. */
  debt: z.number(),
  overdue: z.number(),
  /** Days since the oldest unpaid due date; 0 = nothing is overdue. */
  overdue_days: z.number(),
  /** Whether new orders are stopped under an active contract. */
  stopped: z.boolean(),
  /** ISO time of the latest order. */
  last_order_at: z.nullable(z.string()),
  /** Orders of the last 90 days, cancelled ones apart, in roubles. */
  turnover: z.number(),
  /** Closed, because everything of it went over to another customer. */
  merged: z.boolean(),
})
export type Customer = z.output<typeof customer>

export const staffCustomers = endpoint({
  verb: 'GET',
  path: '/api/staff/customers/',
  right: 'staff.customers',
  summary: "The caller's customers by name, with debts and their latest order",
  input: z.object({
    group: chosen(z.enum(customerGroups)),
    query: z.optional(wireText(100)),
    page: chosen(wireCount),
    perpage: chosen(wireCount),
  }),
  reply: z.object({
    ...success,
    items: z.array(customer),
    counts: z.record(z.enum(customerGroups), z.number()),
    pagination,
  }),
})

const contractStatuses = ['signing', 'active', 'suspended', 'expired'] as const
const payments = ['prepaid', 'deferred'] as const
const stockDisplays = ['exact', 'more', 'words'] as const

const terms = {
  status: z.enum(contractStatuses),
  /** dd.mm.yyyy; '' = without an end. */
  valid_to: z.string(),
  price_type: z.number(),
  /** null = the price type marked as РРЦ. */
  rrc_type: z.nullable(z.number()),
  payment: z.enum(payments),
  prepayment_percent: z.number(),
  deferral_days: z.number(),
  /** Roubles; null = without a limit. */
  credit_limit: z.nullable(z.number()),
  min_order: z.nullable(z.number()),
  free_delivery: z.nullable(z.number()),
  hold_days: z.number(),
  stock_display: z.enum(stockDisplays),
  /** Units above which 'более N' is shown. */
  stock_cap: z.number(),
  /** Ids in order of preference. */
  warehouses: z.array(z.number()),
}

const contract = z.object({
  id: z.number(),
  number: z.string(),
  /** dd.mm.yyyy */
  date: z.string(),
  contragent: z.string(),
  price_type_header: z.string(),
  ...terms,
  debt: z.number(),
  overdue: z.number(),
  stopped: z.boolean(),
  /** What the buyer reads about the stop or the debt. */
  alert: z.string(),
  /** Whether 1C sent the contract: its next feed may overwrite the terms that it holds. */
  from_1c: z.boolean(),
  /** Sent back with a change. */
  version: z.string(),
})
export type CustomerContract = z.output<typeof contract>

const details = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(['pending', 'active', 'blocked']),
  manager_id: z.nullable(z.number()),
  manager: z.string(),
  /** Whom the organisation may be assigned to. */
  managers: z.array(option),
  figures: z.object({
    debt: z.number(),
    overdue: z.number(),
    overdue_days: z.number(),
    /** Sum of the credit limits; null = no contract has one. */
    credit_limit: z.nullable(z.number()),
    available: z.nullable(z.number()),
    orders: z.number(),
    turnover: z.number(),
    /** Of the 90 days before. */
    previous_turnover: z.number(),
  }),
  contracts: z.array(contract),
  contragents: z.array(contragent),
  people: z.array(manager),
  orders: z.array(
    z.object({
      id: z.number(),
      number: z.string(),
      created_at: z.string(),
      contract: z.string(),
      placed_by: z.string(),
      state: z.number(),
      state_header: z.string(),
      sum: z.number(),
    }),
  ),
  open: z.object({
    basket_lines: z.number(),
    basket_sum: z.number(),
    drafts: z.number(),
    claims: z.array(z.object({ id: z.number(), number: z.string(), decide_by: z.string() })),
  }),
  notes: z.array(
    z.object({
      id: z.number(),
      text: z.string(),
      author: z.string(),
      created_at: z.string(),
      /** Whether the caller wrote it and may delete it. */
      own: z.boolean(),
    }),
  ),
  /** The customer that everything of this one went over to. */
  merged_into: z.nullable(option),
  /** Customers that were merged into this one. */
  absorbed: z.array(option),
  /** Customers that may be the same one; only `inn` is certain. */
  similar: z.array(z.object({ ...option.shape, by: z.enum(['inn', 'phone', 'mail']) })),
})
export type CustomerDetails = z.output<typeof details>

const ofCustomer = { id: wireId }
const path = '/api/staff/customers/:id/'
const changed = z.object({ ...success, customer: details })

export const staffGetCustomer = endpoint({
  verb: 'GET',
  path,
  right: 'staff.customers',
  summary: 'A customer: contracts, contragents, people, latest orders, what is open, notes',
  input: z.object(ofCustomer),
  reply: changed,
})

export const setCustomerManager = endpoint({
  verb: 'POST',
  path,
  method: 'manager',
  right: 'staff.allCustomers',
  summary: "Assign the organisation's personal manager, or nobody. Idempotent",
  input: z.object({ ...ofCustomer, manager: chosen(wireId) }),
  reply: changed,
})

export const addCustomerNote = endpoint({
  verb: 'POST',
  path,
  method: 'note',
  right: 'staff.customers',
  summary: 'Add a note that only staff see. The same key adds one note',
  input: z.object({ ...ofCustomer, key: wireText(40).check(z.minLength(8)), text: wireText(noteLength) }),
  reply: changed,
})

export const deleteCustomerNote = endpoint({
  verb: 'POST',
  path,
  method: 'deleteNote',
  right: 'staff.customers',
  summary: 'Delete an own note. Idempotent',
  input: z.object({ ...ofCustomer, note: wireId }),
  reply: changed,
})

const contractPath = '/api/staff/contracts/:id/'
const sumOrNone = z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(9_999_999_999))))

/** Terms as chosen by staff. */
const termsInput = {
  status: z.enum(contractStatuses),
  valid_to: chosen(wireDate),
  price_type: wireId,
  rrc_type: chosen(wireId),
  payment: z.enum(payments),
  prepayment_percent: integerBetween({ min: 0, max: 100 }),
  deferral_days: integerBetween({ min: 0, max: 365 }),
  credit_limit: sumOrNone,
  min_order: sumOrNone,
  free_delivery: sumOrNone,
  hold_days: integerBetween({ min: 0, max: 365 }),
  stock_display: z.enum(stockDisplays),
  stock_cap: integerBetween({ min: 1, max: 999_999 }),
  warehouses: z.array(wireId).check(z.maxLength(100)),
}

export const createContract = endpoint({
  verb: 'POST',
  path,
  method: 'contract',
  right: 'staff.customers',
  summary: "Make a contract of one of the customer's contragents. The same contract again is the one that exists",
  input: z.object({
    ...ofCustomer,
    contragent: wireId,
    number: wireText(contractNumberLength),
    /** Day of signing; empty = today. */
    date: chosen(wireDate),
    ...termsInput,
  }),
  reply: z.object({ ...success, contract }),
})

export const staffContractOptions = endpoint({
  verb: 'GET',
  path: '/api/staff/contractOptions/',
  right: 'staff.customers',
  summary: 'What the terms of a contract are chosen from',
  input: z.object({}),
  reply: z.object({
    ...success,
    price_types: z.array(option),
    rrc_types: z.array(option),
    warehouses: z.array(option),
  }),
})

export const saveContractTerms = endpoint({
  verb: 'POST',
  path: contractPath,
  method: 'terms',
  right: 'staff.customers',
  summary: 'Change the terms of a contract. 409 when somebody else has changed it. Idempotent',
  input: z.object({
    id: wireId,
    version: wireText(40),
    ...termsInput,
  }),
  reply: z.object({ ...success, contract }),
})

export const stopContract = endpoint({
  verb: 'POST',
  path: contractPath,
  method: 'stop',
  right: 'staff.customers',
  summary: 'Stop or resume new orders under a contract; the buyer reads the reason. Idempotent',
  input: z.object({ id: wireId, stop: wireFlag, reason: z.optional(wireText(stopReasonLength)) }),
  reply: z.object({ ...success, contract }),
})
