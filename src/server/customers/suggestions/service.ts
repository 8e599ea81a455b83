import type { AddressSuggestion, BankSuggestion, NameSuggestion, PartySuggestion } from '#shared/api/suggestions.ts'
import type { Config } from '#server/platform/startup/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { openDaData, type DaDataMethod } from './dadata.ts'
import { readAddresses, readBanks, readNames, readParties } from './dadata-suggestions.ts'
import { suggestLocalAddresses, suggestLocalNames } from './local.ts'
import { listSavedAddresses } from './queries.ts'

export type Suggested<Item> = { source: 'dadata' | 'local' | 'none'; suggestions: Item[] }

export type Suggestions = {
  /** Whether the register of organisations can be asked at all. */
  hasRegister: boolean
  addresses: (query: string, buyer: { organisationId: number | null }) => Promise<Suggested<AddressSuggestion>>
  parties: (query: string) => Promise<Suggested<PartySuggestion>>
  /** The records of one ИНН, branches included; undefined: the register has not answered. */
  findParties: (inn: string) => Promise<PartySuggestion[] | undefined>
  banks: (query: string) => Promise<Suggested<BankSuggestion>>
  names: (query: string) => Promise<Suggested<NameSuggestion>>
}

const count = 10

/** Suggestions for forms: DaData's where a key is configured and it answers in time, else the portal's own. */
export function openSuggestions({ db, config: { dadata } }: { db: Db; config: Pick<Config, 'dadata'> }): Suggestions {
  const request = dadata ? openDaData(dadata) : () => Promise.resolve(undefined)

  async function suggest<Item>(
    method: DaDataMethod,
    query: Record<string, unknown>,
    read: (suggestions: readonly unknown[]) => Item[],
    otherwise: () => Promise<Item[]> | Item[] = () => [],
  ): Promise<Suggested<Item>> {
    const found = await request(method, query)
    if (found) return { source: 'dadata', suggestions: read(found) }
    const suggestions = await otherwise()
    return { source: suggestions.length > 0 ? 'local' : 'none', suggestions }
  }

  return {
    hasRegister: dadata !== undefined,
    addresses: (query, { organisationId }) =>
      suggest('suggest/address', { query, count }, readAddresses, async () =>
        suggestLocalAddresses(query, organisationId === null ? [] : await listSavedAddresses(db, { organisationId })),
      ),
    // A whole ИНН or ОГРН is looked up, which finds the branches too.
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
