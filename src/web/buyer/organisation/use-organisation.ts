import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { deleteAddress } from '#shared/api/organisation/addresses.ts'
import { availableCredit } from '#shared/api/money/finances.ts'
import { deleteConsignee } from '#shared/api/organisation/consignees.ts'
import {
  activateContragent,
  deactivateContragent,
  deleteContragent,
  listContragents,
  saveContragent,
} from '#shared/api/organisation/contragents.ts'
import { call } from '#web/api/client.ts'
import { refreshRecipients } from '#web/parts/recipients/use-recipients.ts'

export const contragentsQuery = queryOptions({
  queryKey: ['organisation', 'contragents'],
  queryFn: async ({ signal }) => (await call(listContragents, {}, { signal })).items,
})

/** By contract with a credit limit what is left of it, in roubles. */
export const availableCreditQuery = queryOptions({
  queryKey: ['finances', 'available'],
  queryFn: async ({ signal }) => {
    const { items } = await call(availableCredit, {}, { signal })
    return new Map(items.map(({ contract_id: id, available }) => [id, available]))
  },
})

export function useSaveContragent() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (contragent: InputOf<typeof saveContragent>) =>
      (await call(saveContragent, contragent)).contragent,
    onError: (error) => console.error('contragent not saved', error),
    onSuccess: () => refresh(queries),
  })
}

/** Activates or deactivates a contragent. */
export function useSwitchContragent() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, active }: { id: number; active: boolean }): Promise<ReplyOf<typeof activateContragent>> =>
      call(active ? activateContragent : deactivateContragent, { id }),
    onError: (error) => console.error('contragent not switched', error),
    onSettled: () => refresh(queries),
  })
}

export function useDeleteContragent() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteContragent, { id }),
    onError: (error) => console.error('contragent not deleted', error),
    onSettled: () => refresh(queries),
  })
}

export function useDeleteAddress() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteAddress, { id }),
    onError: (error) => console.error('address not deleted', error),
    onSettled: () => refreshRecipients(queries),
  })
}

export function useDeleteConsignee() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteConsignee, { id }),
    onError: (error) => console.error('consignee not deleted', error),
    onSettled: () => refreshRecipients(queries),
  })
}

/** Contracts, basket and checkout depend on the contragents. */
function refresh(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
}
