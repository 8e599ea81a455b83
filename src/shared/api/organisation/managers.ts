import * as z from 'zod/mini'
import { limitPeriods } from '../../rules/parties/employee-limits.ts'
import { priceShows } from '../../rules/parties/price-politics.ts'
import { firstTime } from '../account/sessions.ts'
import { endpoint } from '../endpoint.ts'
import { chosen, nothing, success, wireFlag, wireId, wireNumber, wireText } from '../wire.ts'

const contract = z.object({
  id: z.number(),
  number: z.string(),
  /** '№ 114-О от 12.01.2026' */
  header: z.string(),
  contragent: z.string(),
  stopOrders: z.boolean(),
})

/** [E.10] An employee of the organisation. */
export const manager = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string(),
  phone: z.string(),
  enabled: z.literal([0, 1]),
  /** 1 owner, 2 manager, 3 accountant, 4 receiver. */
  type_id: z.number(),
  /** Contracts the employee may use; an owner uses all. */
  contracts: z.array(contract),
  /** Their ids, as `saveManager` takes them. */
  contractSelect: z.array(z.number()),
  /** Rights the owner grants a manager beyond the role. */
  finances: z.boolean(),
  acts: z.boolean(),
  /** Limits in roubles for one order and for a period, above which orders need approval; null = no limit. */
  order_limit: z.nullable(z.number()),
  period_limit: z.nullable(z.number()),
  period: z.enum(limitPeriods),
  /** `invited`: has set no password yet; `expired`: the mailed link has expired too. */
  state: z.enum(['active', 'invited', 'expired', 'disabled']),
  /** ISO 8601; null if no invitation is open. */
  invited_until: z.nullable(z.string()),
  last_sign_in: z.nullable(z.string()),
  /** Active in the last five minutes. */
  online: z.boolean(),
  /** Their orders above the limit that wait for the owner. */
  awaiting: z.number(),
  /** The caller. */
  self: z.boolean(),
  /** Sent back with a change, to detect concurrent changes. */
  version: z.string(),
})
export type Manager = z.output<typeof manager>

const line = (longest: number) => z._default(wireText(longest).check(z.trim()), '')
const limit = z._default(z.nullable(wireNumber.check(z.minimum(0))), null)

/** What the form of an employee holds. */
export const managerFields = {
  /** An e-mail address, except for accounts that already have another login. */
  login: line(200),
  name: line(120),
  phone: line(60),
  type_id: z._default(wireId.check(z.maximum(4)), 2),
  contractSelect: z._default(z.array(wireId).check(z.maxLength(500)), []),
  finances: z._default(wireFlag, false),
  acts: z._default(wireFlag, false),
  order_limit: limit,
  period_limit: limit,
  period: z._default(z.enum(limitPeriods), 'month'),
}

const path = '/api/manager/:id?'
const right = 'organisation.manage'
const state = z.literal('success')
const one = z.object({ id: wireId })

export const listManagers = endpoint({
  verb: 'GET',
  path: '/api/manager/',
  right,
  whileActing: 'refused',
  summary: 'Employees of the organisation, without deleted ones',
  input: nothing,
  reply: z.object({ ...success, items: z.array(manager), count: z.number() }),
})

export const readManager = endpoint({
  verb: 'GET',
  path: '/api/manager/:id',
  right,
  whileActing: 'refused',
  summary: 'An employee of the organisation',
  input: one,
  reply: z.object({ ...success, manager }),
})

/** A sign-in to the organisation: a manager without contracts and limits (product.md §1). */
const account = z.pick(manager, { id: true, login: true, name: true, phone: true, enabled: true, type_id: true })
export type Account = z.output<typeof account>

export const readAccount = endpoint({
  verb: 'GET',
  path: '/api/account/:id',
  right,
  whileActing: 'refused',
  summary: 'A sign-in of the organisation',
  input: one,
  reply: z.object({ ...success, account }),
})

export const saveManager = endpoint({
  verb: 'POST',
  path,
  method: 'save',
  right,
  answersState: true,
  changesSessions: true,
  whileActing: 'refused',
  summary:
    'Add an employee (without id), who is mailed a one-time link to set a password, or change one. Idempotent. ' +
    '409 loginTaken: the login is in use. Changing login or role ends the sessions',
  input: z.object({
    id: chosen(wireId),
    version: z.optional(wireText(40)),
    ...managerFields,
  }),
  reply: z.object({ ...success, state, manager }),
})

export const enableManager = endpoint({
  verb: 'POST',
  path,
  method: 'enable',
  right,
  answersState: true,
  whileActing: 'refused',
  summary: 'Enable an employee: they can sign in again',
  input: one,
  reply: z.object({ ...success, state, manager }),
})

export const disableManager = endpoint({
  verb: 'POST',
  path,
  method: 'disable',
  right,
  answersState: true,
  changesSessions: true,
  whileActing: 'refused',
  summary: 'Disable an employee and end their sessions; not oneself, not the last owner',
  input: one,
  reply: z.object({ ...success, state, manager }),
})

export const deleteManager = endpoint({
  verb: 'POST',
  path,
  method: 'delete',
  right,
  answersState: true,
  changesSessions: true,
  whileActing: 'refused',
  summary: 'Delete an employee; old orders keep the name, the login becomes free. Idempotent',
  input: one,
  reply: z.object({ ...success, state }),
})

export const inviteManager = endpoint({
  verb: 'POST',
  path,
  method: 'invite',
  right,
  answersState: true,
  whileActing: 'refused',
  summary: 'Mail a new link to an employee without a password; earlier links become invalid. At most once a minute',
  input: one,
  reply: z.object({ ...success, state, manager }),
})

export const endManagerSessions = endpoint({
  verb: 'POST',
  path,
  method: 'endSessions',
  right,
  answersState: true,
  changesSessions: true,
  whileActing: 'refused',
  summary: "End one or all sessions of an employee, except the caller's own; returns the number",
  input: z.object({ id: wireId, session: chosen(wireId) }),
  reply: z.object({ ...success, state, ended: z.number() }),
})

const signIn = z.object({
  id: z.number(),
  /** ISO 8601; of merged refusals the last. */
  at: z.string(),
  manager: z.object({ id: z.number(), name: z.string() }),
  /** Browser and system; '' when unknown. */
  device: z.string(),
  /** Network address; '' where it has been erased. */
  address: z.string(),
  first: firstTime,
  /** Number of refusals; 0 = signed in. */
  refused: z.number(),
  /** Why, in Russian; '' when signed in. */
  reason: z.string(),
  /** The session it opened, if it is still active. */
  session: z.nullable(z.number()),
  /** It is the session that makes this call. */
  current: z.boolean(),
})
export type ManagerSignIn = z.output<typeof signIn>

export const managerSignIns = endpoint({
  verb: 'GET',
  path: '/api/managerSignIns/',
  right,
  whileActing: 'refused',
  summary: 'Sign-ins of the organisation in the last 7 days, latest first; consecutive refusals are merged',
  input: nothing,
  reply: z.object({ ...success, items: z.array(signIn) }),
})

export const managerContracts = endpoint({
  verb: 'POST',
  path: '/api/getManagerContragentsContracts/',
  right,
  whileActing: 'refused',
  summary: "Contracts of the organisation, as a list and by contragent; `selected`: the employee's",
  input: z.object({ manager_id: chosen(wireId) }),
  reply: z.object({
    ...success,
    contragents: z.array(
      z.object({
        id: z.number(),
        company: z.string(),
        contracts: z.array(z.extend(contract, { selected: z.boolean() })),
      }),
    ),
    contracts: z.array(z.extend(contract, { selected: z.boolean() })),
  }),
})
export type ManagerContract = z.output<typeof managerContracts.reply>['contracts'][number]

/** One row: which prices an employee sees for a category; `category` null = all others. */
const politics = z.object({
  category: z.nullable(z.number()),
  /** Of the category; '' of all others. */
  header: z.string(),
  show: z.enum(priceShows),
  /** Percentage added if `show` is 'percent'. */
  percent: z.number(),
})
export type PricePolitics = z.output<typeof politics>

export const pricePolitics = endpoint({
  verb: 'GET',
  path: '/api/pricepolitics/:id',
  right,
  whileActing: 'refused',
  summary: "Price politics of an employee by category; empty: the contract's prices",
  input: one,
  reply: z.object({ ...success, items: z.array(politics) }),
})

export const savePricePolitics = endpoint({
  verb: 'POST',
  path: '/api/pricepolitics/:id?',
  method: 'save',
  right,
  answersState: true,
  invalidMessageOf: 'politicsNotSaved',
  whileActing: 'refused',
  summary:
    "Replace a manager's or an accountant's price politics: the rule of the closest category applies; " +
    'order prices never change. 422 politicsNotSaved',
  input: z.object({
    id: wireId,
    items: z
      .array(
        z.object({
          category: chosen(wireId),
          show: z.enum(priceShows),
          percent: z._default(wireNumber.check(z.minimum(0), z.maximum(1000)), 0),
        }),
      )
      .check(z.maxLength(100)),
  }),
  reply: z.object({ ...success, state, items: z.array(politics) }),
})
