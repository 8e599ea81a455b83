import {
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { filter, filterInit, type contractOption } from '#shared/api/catalogue.ts'
import { initData, setContract } from '#shared/api/contracts.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import type * as z from 'zod/mini'

export type ContractOption = z.output<typeof contractOption>

export const initQuery = queryOptions({
  queryKey: ['contracts'],
  queryFn: ({ signal }) => call(initData, {}, { signal }),
  staleTime: 60_000,
})

/** The category tree, the warehouses and the counters of the chosen contract. */
export const catalogueInitQuery = queryOptions({
  queryKey: ['catalogue', 'init'],
  queryFn: ({ signal }) => call(filterInit, {}, { signal }),
  staleTime: 60_000,
})

const noContracts: ContractOption[] = []

type Contracts = { contracts: ContractOption[]; chosen: ContractOption | undefined; isLoaded: boolean }

/** In a fixed order: the server returns the chosen one first, which would move the entries while pressing. */
export function useContracts(): Contracts {
  const { data } = useQuery(initQuery)
  const contracts = (data?.contracts ?? noContracts).toSorted((a, b) => a.id - b.id)
  return { contracts, chosen: contracts.find(({ selected }) => selected), isLoaded: data !== undefined }
}

export function useWarehouses(): { id: number; header: string; selected: boolean }[] {
  return useQuery(catalogueInitQuery).data?.warehouses ?? []
}

const choice = ['choice']
/** Serialised: the last choice wins. */
const scope = { id: 'choice' }

/** True from a change of contract or warehouse until its lists are loaded. */
export function useIsSwitching(): boolean {
  return useIsMutating({ mutationKey: choice }) > 0
}

/** Saves the contract on the server, refetches the basket's stats and all lists, then runs the follow-up [T.12]. */
export function useChooseContract(onDone?: () => void) {
  const queries = useQueryClient()
  const notifyRefusal = useRefusal('Договор не выбран')
  return useMutation({
    mutationKey: choice,
    scope,
    onError: notifyRefusal,
    mutationFn: async (id: number) => {
      await call(setContract, { id })
      removeInactive(queries)
      await queries.invalidateQueries({ queryKey: ['basket'] })
      onDone?.()
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'basket' })
    },
  })
}

/** Saves the warehouse on the server (0 = all), refetches the basket's stats, then the lists [T.7]. */
export function useChooseWarehouse(onDone?: () => void) {
  const queries = useQueryClient()
  const notifyRefusal = useRefusal('Склад не выбран')
  return useMutation({
    mutationKey: choice,
    scope,
    onError: notifyRefusal,
    mutationFn: async (id: number) => {
      await call(filter, { warehouse: id })
      removeInactive(queries)
      await queries.invalidateQueries({ queryKey: ['basket'] })
      onDone?.()
      await queries.invalidateQueries({ queryKey: ['catalogue'] })
    },
  })
}

function useRefusal(title: string): (error: Error) => void {
  const notify = useNotify()
  return ({ message }) => notify({ tone: 'bad', title, text: message })
}

/** Cached lists must not show prices and stock of another contract or warehouse. */
export function removeInactive(queries: QueryClient): void {
  // An upload under review is not a list: its screen refetches it.
  queries.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'upload',
  })
}
