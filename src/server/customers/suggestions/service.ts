import type {
  AddressSuggestion,
  BankSuggestion,
  NameSuggestion,
  PartySuggestion,
} from '#shared/api/organisation/suggestions.ts'
import type { Config } from '#server/platform/startup/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { openDaData, type DaDataMethod } from './dadata.ts'
import { readAddresses, readBanks, readNames, readParties } from './dadata-suggestions.ts'
import { suggestLocalAddresses, suggestLocalNames } from './local.ts'
import { listSavedAddresses } from './queries.ts'

export type Suggested<Item> = { source: 'dadata' | 'local' | 'none'; suggestions: Item[] }

export type Suggestions = {
  /** Whether the register of organisations is available at all. */
  hasRegister: boolean
  addresses: (query: string, buyer: { organisationId: number | null }) => Promise<Suggested<AddressSuggestion>>
  parties: (query: string) => Promise<Suggested<PartySuggestion>>
  /** Records of an ИНН, branches included; undefined: the register did not answer. */
  findParties: (inn: string) => Promise<PartySuggestion[] | undefined>
  banks: (query: string) => Promise<Suggested<BankSuggestion>>
  names: (query: string) => Promise<Suggested<NameSuggestion>>
}

const count = 10

/** Suggestions for forms: from DaData if configured and in time, otherwise the portal's own. */
export function openSuggestions({ db, config: { dadata } }: { db: Db; config: Pick<Config, 'dadata'> }): Suggestions {
  const request = dadata ? openDaData(dadata) : () => Promise.resolve(undefined)

  async function suggest<Item>(
    method: DaDataMethod,
    query: Record<string, unknown>,
    read: (suggestions: readonly unknown[]) => Item[],
    fallback: () => Promise<Item[]> | Item[] = () => [],
  ): Promise<Suggested<Item>> {
    const found = await request(method, query)
    if (found) return { source: 'dadata', suggestions: read(found) }
    const suggestions = await fallback()
    return { source: suggestions.length > 0 ? 'local' : 'none', suggestions }
  }

  return {
    hasRegister: dadata !== undefined,
    addresses: (query, { organisationId }) =>
      suggest('suggest/address', { query, count }, readAddresses, async () =>
        suggestLocalAddresses(query, organisationId === null ? [] : await listSavedAddresses(db, { organisationId })),
      ),
    // A complete ИНН or ОГРН is looked up directly, which also finds branches.
    parties: (query) =>
      suggest(
        /^(\d{10}|\d{12,13}|\d{15})$/.test(query) ? 'findById/party' : 'suggest/party',
        { query, count },
        readParties,
      ),
    async findParties(inn) {
      const found = await request('findById/party', { query: inn, count: 20 })
      return found && readParties(found)
    },
    banks: (query) => suggest('suggest/bank', { query, count }, readBanks),
    names: (query) => suggest('suggest/fio', { query, count }, readNames, () => suggestLocalNames(query)),
  }
}
