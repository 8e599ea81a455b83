import * as z from 'zod/mini'
import { sellerVats } from '../../rules/vat.ts'
import { endpoint } from '../endpoint.ts'
import { itemListEndpoints } from '../item-list.ts'
import { chosen, pagination, success, wireFlag, wireId, wireText } from '../wire.ts'

/** Sellers: our organisations that sell under contracts, with the requisites for their invoices. */
const seller = z.object({
  id: z.number(),
  /** 1C's id, by which 1C updates its name and account; null = entered by hand. */
  code1c: z.nullable(z.string()),
  company: z.string(),
  full_name: z.string(),
  inn: z.string(),
  kpp: z.string(),
  ogrn: z.string(),
  legal_address: z.string(),
  phone: z.string(),
  email: z.string(),
  head_post: z.string(),
  head_name: z.string(),
  accountant_name: z.string(),
  bank: z.string(),
  bik: z.string(),
  account: z.string(),
  correspondent_account: z.string(),
  vat: z.enum(sellerVats),
  /** The seller of contracts that name none. */
  is_default: z.boolean(),
  /** Number of contracts it sells under; the default seller also counts contracts without a seller. */
  contracts: z.number(),
  /** Requisites missing for an invoice, in Russian. */
  lacking: z.array(z.string()),
  /** Sent back with a change. */
  version: z.string(),
})
export type StaffSeller = z.output<typeof seller>

const line = (longest: number) => z._default(wireText(longest).check(z.trim()), '')

const sellers = itemListEndpoints({
  path: '/api/staff/sellers/',
  right: 'staff.settings',
  item: seller,
  input: z.object({
    id: chosen(wireId),
    version: z.optional(wireText(40)),
    company: line(160),
    full_name: line(300),
    inn: line(12),
    kpp: line(9),
    ogrn: line(15),
    legal_address: line(300),
    phone: line(60),
    email: line(120),
    head_post: line(120),
    head_name: line(120),
    accountant_name: line(120),
    bank: line(160),
    bik: line(9),
    account: line(20),
    correspondent_account: line(20),
    vat: z._default(z.enum(sellerVats), 'goods'),
    is_default: z._default(wireFlag, false),
  }),
  summary: {
    list: 'Sellers, the default one first',
    save: 'Create a seller (without id) or change one. 409 when somebody else has changed it. Idempotent',
    remove: 'Delete a seller without contracts',
  },
})

export const staffSellers = sellers.list
export const saveSeller = sellers.save
export const deleteSeller = sellers.remove

const contract = z.object({
  id: z.number(),
  number: z.string(),
  /** dd.mm.yyyy */
  date: z.string(),
  organisation: z.string(),
  contragent: z.string(),
  inn: z.string(),
  /** null = the default seller. */
  seller: z.nullable(z.number()),
})
export type SellersContract = z.output<typeof contract>

export const staffContracts = endpoint({
  verb: 'GET',
  path: '/api/staff/contracts/',
  right: 'staff.settings',
  summary: 'Contracts of all buyers with their sellers, by contragent',
  input: z.object({
    query: z.optional(wireText(100)),
    page: z._default(wireId, 1),
    perpage: z._default(z.pipe(wireId, z.number().check(z.maximum(100))), 20),
  }),
  reply: z.object({ ...success, items: z.array(contract), pagination }),
})

export const setContractSeller = endpoint({
  verb: 'POST',
  path: '/api/staff/contracts/',
  method: 'setSeller',
  right: 'staff.settings',
  summary: 'Set the seller of a contract; without one the default seller',
  input: z.object({ id: wireId, seller: chosen(wireId) }),
  reply: z.object({ ...success, contract }),
})
