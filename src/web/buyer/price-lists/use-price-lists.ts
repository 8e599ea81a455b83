import type { ReplyOf } from '#shared/api/endpoint.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { filterInit } from '#shared/api/catalogue.ts'
import {
  getPriceList,
  makePriceLink,
  priceLinks,
  priceListFiles,
  priceRequest,
  priceRequests,
  revokePriceLink,
  ymlPrice,
  type PriceListFile,
} from '#shared/api/price-lists.ts'
import { call } from '#web/api/client.ts'
import { saveFile } from '#web/ui/files/save-file.ts'

/** Contents of a price list: a contract, some of its categories, all goods or only those in stock. */
export type PriceListInput = { contract: number; categories: number[]; available: boolean }

export type Range = ReplyOf<typeof filterInit>
export type OrderPriceList = ReturnType<typeof useOrderPriceList>

const key = ['price-lists']
const refetchMs = 1000

/** The contracts and the goods sold under one of them; by default the chosen one. */
export function rangeQuery(contract: number | undefined) {
  return queryOptions({
    queryKey: ['catalogue', 'init', 'of', contract ?? null],
    queryFn: ({ signal }) => call(filterInit, { contract: contract ?? null }, { signal }),
    staleTime: 60_000,
  })
}

export const filesQuery = queryOptions({
  queryKey: [...key, 'files'],
  queryFn: async ({ signal }) => (await call(priceListFiles, {}, { signal })).items,
  // Every answer is checked for pending files, even if equal to the last.
  structuralSharing: false,
})

export const linksQuery = (contract: number) =>
  queryOptions({
    queryKey: [...key, 'links', contract],
    queryFn: async ({ signal }) => (await call(priceLinks, { contract }, { signal })).items,
  })

export const requestsQuery = queryOptions({
  queryKey: [...key, 'requests'],
  queryFn: async ({ signal }) => (await call(priceRequests, {}, { signal })).items,
})

/** Recent price lists; polled every second while one is being written. */
export function useFiles() {
  return useQuery({
    ...filesQuery,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? refetchMs : false),
  })
}

export function isUnfinished({ state }: PriceListFile): boolean {
  return state === 'queued' || state === 'running'
}

/** Requests a price list; `onOrdered` receives its address. */
export function useOrderPriceList(onOrdered: (link: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: PriceListInput) => (await call(getPriceList, input)).link,
    onError: (error) => console.error('price list not ordered', error),
    onSuccess: (link) => {
      onOrdered(link)
      return queries.invalidateQueries({ queryKey: filesQuery.queryKey })
    },
  })
}

/** Fetches a contract's YML and saves it under the file name of the answer [N.9]. */
export function useSaveYml() {
  return useMutation({
    mutationFn: async (contract: number) => {
      const { data, name } = await call(ymlPrice, { contract_id: contract })
      saveFile(data, name, 'application/xml')
      return name
    },
    onError: (error) => console.error('YML not fetched', error),
  })
}

export function useCreateLink(contract: number, onCreated: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (header: string) => call(makePriceLink, { contract, header }),
    onError: (error) => console.error('link not made', error),
    onSuccess: ({ items }) => {
      queries.setQueryData(linksQuery(contract).queryKey, items)
      onCreated()
    },
  })
}

export function useRevokeLink(contract: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(revokePriceLink, { id }),
    onError: (error) => console.error('link not revoked', error),
    onSettled: () => queries.invalidateQueries({ queryKey: linksQuery(contract).queryKey }),
  })
}

export function useRequestPrices(onRequested: (message: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: PriceListInput & { comment: string }) => call(priceRequest, input),
    onError: (error) => console.error('price file not asked for', error),
    onSuccess: ({ message }) => {
      onRequested(message)
      return queries.invalidateQueries({ queryKey: requestsQuery.queryKey })
    },
  })
}
