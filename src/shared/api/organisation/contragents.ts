import * as z from 'zod/mini'
import { legalForms } from '../../rules/parties/legal-forms.ts'
import { endpoint, fileEndpoint } from '../endpoint.ts'
import { mediaTypes } from '../files.ts'
import { chosen, nothing, success, wireId, wireText } from '../wire.ts'

/** Terms of a contract as shown to its buyer; sums in roubles. */
const contractTerms = z.object({
  id: z.number(),
  number: z.string(),
  /** dd.mm.yyyy; `valid_to` null = no end date. */
  date: z.string(),
  valid_to: z.nullable(z.string()),
  payment: z.enum(['prepaid', 'deferred']),
  prepayment_percent: z.number(),
  deferral_days: z.number(),
  price_type: z.string(),
  /** Null = no limit. */
  credit_limit: z.nullable(z.number()),
  status: z.enum(['signing', 'active', 'suspended', 'expired']),
  stopOrders: z.boolean(),
  debtAlert: z.nullable(z.string()),
})

/** [E.11] A legal entity of the organisation. */
export const contragent = z.object({
  id: z.number(),
  company: z.string(),
  full_name: z.string(),
  legal_form: z.string(),
  inn: z.string(),
  kpp: z.string(),
  ogrn: z.string(),
  legal_address: z.string(),
  /** '' = same as the legal address. */
  actual_address: z.string(),
  head_name: z.string(),
  head_post: z.string(),
  bank: z.string(),
  bik: z.string(),
  account: z.string(),
  correspondent_account: z.string(),
  phone: z.string(),
  email: z.string(),
  /** dd.mm.yyyy: when the company register had exactly these requisites; null: it did not, or was not asked. */
  register_checked: z.nullable(z.string()),
  status: z.enum(['active', 'inactive']),
  /** A contract or 1C refers to it: its owner cannot change legal form, ИНН, КПП and ОГРН, staff not the ИНН. */
  identity_fixed: z.boolean(),
  contracts: z.array(contractTerms),
  /** Sent back with a change, to detect concurrent changes. */
  version: z.string(),
})
export type Contragent = z.output<typeof contragent>

const line = (longest: number) => z._default(wireText(longest).check(z.trim()), '')

/** Accepts spaces of copied numbers; the form's rules check the length. */
const digits = line(60)

/** What the form of a contragent holds. */
export const contragentFields = {
  company: line(160),
  full_name: line(300),
  legal_form: z._default(z.enum(legalForms), 'ООО'),
  inn: digits,
  kpp: digits,
  ogrn: digits,
  legal_address: line(300),
  actual_address: line(300),
  head_name: line(120),
  head_post: line(120),
  bank: line(160),
  bik: digits,
  account: digits,
  correspondent_account: digits,
  phone: line(60),
  email: line(120),
}

const path = '/api/contragent/:id?'
const right = 'organisation.manage'
const state = z.literal('success')
const one = z.object({ id: wireId })

export const listContragents = endpoint({
  verb: 'GET',
  path: '/api/contragent/',
  right,
  summary: 'Contragents of the organisation with their contracts, without deleted ones',
  input: nothing,
  reply: z.object({ ...success, items: z.array(contragent), count: z.number() }),
})

export const readContragent = endpoint({
  verb: 'GET',
  path: '/api/contragent/:id',
  right,
  summary: 'A contragent of the organisation',
  input: one,
  reply: z.object({ ...success, contragent }),
})

export const contragentCard = fileEndpoint({
  verb: 'GET',
  path: '/api/contragent/:id/card.pdf',
  right,
  summary: 'Requisites of a contragent of the organisation as a document',
  input: one,
  answers: [mediaTypes.pdf],
})

export const saveContragent = endpoint({
  verb: 'POST',
  path,
  method: 'save',
  right,
  answersState: true,
  summary:
    'Add a contragent (without id) or change one. Idempotent. 409 contragentTaken: ' +
    'another organisation has this ИНН and КПП',
  input: z.object({
    id: chosen(wireId),
    version: z.optional(wireText(40)),
    ...contragentFields,
  }),
  reply: z.object({ ...success, state, contragent }),
})

export const activateContragent = endpoint({
  verb: 'POST',
  path,
  method: 'activate',
  right,
  answersState: true,
  summary: 'Activate a contragent: orders are accepted for it again',
  input: one,
  reply: z.object({ ...success, state, contragent }),
})

export const deactivateContragent = endpoint({
  verb: 'POST',
  path,
  method: 'deactivate',
  right,
  answersState: true,
  summary: 'Deactivate a contragent: no new orders; its orders and documents stay',
  input: one,
  reply: z.object({ ...success, state, contragent }),
})

export const deleteContragent = endpoint({
  verb: 'POST',
  path,
  method: 'delete',
  right,
  answersState: true,
  summary: 'Delete a contragent without an active contract; it stays in old documents. Idempotent',
  input: one,
  reply: z.object({ ...success, state }),
})
