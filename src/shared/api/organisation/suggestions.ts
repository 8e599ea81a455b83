import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { success, wireText } from '../wire.ts'

const query = { query: wireText(300).check(z.trim(), z.minLength(1)) }

/**
 * Source of the suggestions: DaData, the portal's own data (saved addresses, cities, first names), or none. Free text
 * is always allowed, so an empty list is not an error.
 */
const source = z.enum(['dadata', 'local', 'none'])

/** [E.8] `data` has the address parts known to the service; it is empty for a local suggestion. */
const address = z.object({
  value: z.string(),
  postal_code: z.string(),
  data: z.object({
    region: z.string(),
    city: z.string(),
    street: z.string(),
    house: z.string(),
    fias_id: z.string(),
    /** Degrees (WGS 84); null = unknown. */
    geo_lat: z.nullable(z.number()),
    geo_lon: z.nullable(z.number()),
  }),
})
export type AddressSuggestion = z.output<typeof address>

/** A record of ЕГРЮЛ or ЕГРИП; '' if the register has no value. */
const party = z.object({
  value: z.string(),
  data: z.object({
    inn: z.string(),
    kpp: z.string(),
    ogrn: z.string(),
    type: z.enum(['legal', 'individual']),
    /** A branch of the legal entity, not its head office. */
    branch: z.boolean(),
    /** Legal form, e.g. 'ООО'. */
    legal_form: z.string(),
    name: z.string(),
    full_name: z.string(),
    address: z.string(),
    postal_code: z.string(),
    management_name: z.string(),
    management_post: z.string(),
    state: z.enum(['active', 'liquidating', 'liquidated', 'bankrupt', 'reorganizing', 'unknown']),
    /** Registration date, dd.mm.yyyy. */
    registered: z.string(),
  }),
})
export type PartySuggestion = z.output<typeof party>

const bank = z.object({
  value: z.string(),
  data: z.object({ bik: z.string(), correspondent_account: z.string(), city: z.string() }),
})
export type BankSuggestion = z.output<typeof bank>

const personName = z.object({
  value: z.string(),
  data: z.object({ surname: z.string(), name: z.string(), patronymic: z.string() }),
})
export type NameSuggestion = z.output<typeof personName>

export const suggestAddress = endpoint({
  verb: 'POST',
  path: '/api/suggest/address/',
  right: 'public',
  summary: "Addresses: DaData's; without it the organisation's saved ones and Russian cities",
  input: z.object(query),
  reply: z.object({ ...success, source, suggestions: z.array(address) }),
})

export const suggestParty = endpoint({
  verb: 'POST',
  path: '/api/suggest/party/',
  right: 'public',
  summary: 'Organisations and their branches by ИНН, ОГРН or name, the head office first; only from DaData',
  input: z.object(query),
  reply: z.object({ ...success, source, suggestions: z.array(party) }),
})

export const suggestBank = endpoint({
  verb: 'POST',
  path: '/api/suggest/bank/',
  right: 'public',
  summary: 'Banks by БИК or name; only from DaData',
  input: z.object(query),
  reply: z.object({ ...success, source, suggestions: z.array(bank) }),
})

export const suggestName = endpoint({
  verb: 'POST',
  path: '/api/suggest/name/',
  right: 'public',
  summary: 'Full names: completes the last word of what is typed; without DaData from a list of first names',
  input: z.object(query),
  reply: z.object({ ...success, source, suggestions: z.array(personName) }),
})
