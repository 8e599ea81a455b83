import * as z from 'zod/mini'
import { contractNumberLength, contractNumberMessages } from '../../rules/parties/contract-number.ts'
import { endpoint } from '../endpoint.ts'
import { nothing, success, wireDate, wireFlag, wireText } from '../wire.ts'

/** The first-run setup: from the one-time address printed at the first start to the first contract. */
const path = '/api/setup/'

const required = (maxLength: number, sentence: string) => wireText(maxLength).check(z.trim(), z.minLength(1, sentence))
const email = wireText(200).check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Укажите адрес электронной почты'))
const token = wireText(200)

export const checkSetupToken = endpoint({
  verb: 'POST',
  path,
  method: 'check',
  right: 'public',
  summary: 'Whether a setup address is valid: 404 once an administrator exists, 429 after 10 wrong ones',
  input: z.object({ token }),
  reply: z.object({ ...success }),
})

export const makeAdministrator = endpoint({
  verb: 'POST',
  path,
  method: 'administrator',
  right: 'public',
  summary: 'Create the first administrator with the token of a setup address',
  input: z.object({
    token,
    name: required(120, 'Укажите имя'),
    login: email,
    password: wireText(200).check(z.minLength(1, 'Придумайте пароль')),
  }),
  reply: z.object({ ...success }),
})

export const setupKinds = ['groups', 'goods', 'offers', 'prices', 'stocks'] as const

const exportFile = z.object({
  name: z.string(),
  /** attachments: an archive whose XML files are imported and whose pictures and documents are still being imported. */
  state: z.enum(['receiving', 'queued', 'attachments', 'done', 'failed']),
  /** Records read so far and in total; null before the file has been read. */
  done: z.number(),
  total: z.nullable(z.number()),
  error: z.string(),
})

const firstExport = z.object({
  /** waiting: 1C has not signed in; connected: signed in, nothing sent yet. */
  state: z.enum(['waiting', 'connected', 'running', 'done', 'failed']),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  /** Time of the last request of 1C. */
  last_seen_at: z.nullable(z.string()),
  /** Records per second of the files being read; null while none is. */
  per_second: z.nullable(z.number()),
  kinds: z.array(
    z.object({
      kind: z.enum(setupKinds),
      accepted: z.number(),
      /** Offers that wait for their goods. */
      staged: z.number(),
      rejected: z.number(),
      state: z.enum(['waiting', 'running', 'done']),
    }),
  ),
  files: z.array(exportFile),
  rejected: z.object({
    count: z.number(),
    reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
    /** The first 50. */
    items: z.array(z.object({ name: z.string(), code: z.string(), reason: z.string() })),
  }),
})
export type FirstExport = z.output<typeof firstExport>

const named = z.object({ code: z.string(), name: z.string() })

const setup = z.object({
  administrator: z.object({ name: z.string(), login: z.string() }),
  seller: z.nullable(z.object({ company: z.string(), inn: z.string(), bank: z.string() })),
  /** The address to paste into 1C. */
  exchange_address: z.string(),
  exchange_account: z.nullable(
    z.object({
      login: z.string(),
      created_at: z.string(),
      last_sign_in: z.nullable(z.string()),
      /** Refused sign-ins of 1C since the last successful one and within 15 minutes, for any login. */
      refused_sign_ins: z.number(),
    }),
  ),
  export: firstExport,
  price_types: z.array(named),
  warehouses: z.array(named),
  contract: z.nullable(
    z.object({ company: z.string(), inn: z.string(), number: z.string(), owner: z.nullable(z.string()) }),
  ),
})
export type Setup = z.output<typeof setup>

export const readSetup = endpoint({
  verb: 'GET',
  path,
  right: 'staff.settings',
  summary: 'Progress of the first setup; null when finished or never begun',
  input: nothing,
  reply: z.object({ ...success, setup: z.nullable(setup) }),
})

/** `password` is returned once, by the call that generated it. */
const account = z.object({ login: z.string(), password: z.nullable(z.string()) })

export const makeExchangeAccount = endpoint({
  verb: 'POST',
  path,
  method: 'exchangeAccount',
  right: 'staff.settings',
  summary: "Create 1C's account with a generated password; an existing one keeps its password unless `renew` is set",
  input: z.object({ renew: z._default(wireFlag, false) }),
  reply: z.object({ ...success, account }),
})

export const makeFirstContract = endpoint({
  verb: 'POST',
  path,
  method: 'contract',
  right: 'staff.settings',
  summary: "Create the first buyer: contragent, contract, owner's login with a generated password. Idempotent",
  input: z.object({
    company: required(160, 'Укажите название'),
    inn: required(12, 'Укажите ИНН'),
    kpp: z._default(wireText(9).check(z.trim()), ''),
    number: required(contractNumberLength, contractNumberMessages.missing),
    date: z.optional(z.union([z.literal(''), wireDate])),
    /** Price types and warehouses by their 1C id. */
    price_type: required(200, 'Выберите тип цен'),
    rrc_type: z._default(wireText(200), ''),
    warehouses: z.array(wireText(200)).check(z.minLength(1, 'Отметьте хотя бы один склад'), z.maxLength(500)),
    owner: email,
    owner_name: z._default(wireText(120).check(z.trim()), ''),
  }),
  reply: z.object({ ...success, owner: account }),
})

export const renewOwnerPassword = endpoint({
  verb: 'POST',
  path,
  method: 'ownerPassword',
  right: 'staff.settings',
  summary: "Renew the password of the first contract's owner during the first setup",
  input: nothing,
  reply: z.object({ ...success, owner: account }),
})

export const finishSetup = endpoint({
  verb: 'POST',
  path,
  method: 'finish',
  right: 'staff.settings',
  summary: 'Finish the first setup and close its page permanently',
  input: nothing,
  reply: z.object({ ...success }),
})
