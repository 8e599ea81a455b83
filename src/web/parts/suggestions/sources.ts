import {
  suggestAddress,
  suggestBank,
  suggestName,
  suggestParty,
  type AddressSuggestion,
  type BankSuggestion,
  type NameSuggestion,
  type PartySuggestion,
} from '#shared/api/organisation/suggestions.ts'
import { call } from '#web/api/client.ts'

/** Source of suggestions for a field. */
export type Source<Item> = {
  name: string
  /** Minimum number of typed characters. */
  from: number
  fetch: (query: string, signal: AbortSignal) => Promise<Item[]>
  /** The entry, and the text beside it. */
  textOf: (item: Item) => string
  detailOf?: (item: Item) => string
}

export const addressSource: Source<AddressSuggestion> = {
  name: 'address',
  from: 3,
  fetch: async (query, signal) => (await call(suggestAddress, { query }, { signal })).suggestions,
  textOf: ({ value, postal_code }) => [postal_code, value].filter(Boolean).join(', '),
}

/** Organisations, found by ИНН, ОГРН or name. */
export const partySource: Source<PartySuggestion> = {
  name: 'party',
  from: 3,
  fetch: async (query, signal) => (await call(suggestParty, { query }, { signal })).suggestions,
  textOf: ({ value, data: { state } }) => [value, registerStateText[state]].filter(Boolean).join(' – '),
  detailOf: ({ data: { inn, kpp, branch, address } }) =>
    [branch && 'филиал', `ИНН ${inn}`, kpp && `КПП ${kpp}`, address].filter(Boolean).join(', '),
}

/** Banks, found by БИК or name. */
export const bankSource: Source<BankSuggestion> = {
  name: 'bank',
  from: 3,
  fetch: async (query, signal) => (await call(suggestBank, { query }, { signal })).suggestions,
  textOf: ({ value }) => value,
  detailOf: ({ data: { bik, city } }) => [`БИК ${bik}`, city].filter(Boolean).join(', '),
}

/** Full names: each suggestion completes the typed text by a word. */
export const nameSource: Source<NameSuggestion> = {
  name: 'name',
  from: 2,
  fetch: async (query, signal) => (await call(suggestName, { query }, { signal })).suggestions,
  textOf: ({ value }) => value,
}

/** The register's status of a party that is not active. */
export const registerStateText: Partial<Record<PartySuggestion['data']['state'], string>> = {
  liquidating: 'ликвидируется',
  liquidated: 'ликвидирована',
  bankrupt: 'банкрот',
  reorganizing: 'реорганизуется',
}
