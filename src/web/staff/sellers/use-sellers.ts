import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import {
  deleteSeller,
  saveSeller,
  setContractSeller,
  staffContracts,
  staffSellers,
  type StaffSeller,
} from '#shared/api/staff/sellers.ts'
import { call } from '#web/api/client.ts'

const sellersKey = ['staff', 'sellers']
const contractsKey = ['staff', 'contracts']
type SellerList = { items: StaffSeller[] }

export function useSellers() {
  return useQuery({
    queryKey: sellersKey,
    queryFn: ({ signal }): Promise<SellerList> => call(staffSellers, {}, { signal }),
  })
}

export function useSaveSeller() {
  const storeReply = useStoreReply()
  return useMutation({
    mutationFn: (seller: InputOf<typeof saveSeller>) => call(saveSeller, seller),
    onSuccess: storeReply,
  })
}

export function useDeleteSeller() {
  const storeReply = useStoreReply()
  return useMutation({ mutationFn: (id: number) => call(deleteSeller, { id }), onSuccess: storeReply })
}

/** Both calls return the current sellers. */
function useStoreReply() {
  const queries = useQueryClient()
  return ({ items }: SellerList) => queries.setQueryData<SellerList>(sellersKey, { items })
}

export type ContractsSearch = { query?: string; page?: number }

export function useContractSellers(search: ContractsSearch) {
  return useQuery({
    queryKey: [...contractsKey, search],
    queryFn: ({ signal }) => call(staffContracts, search, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Sets the seller of a contract and refetches the counts of the sellers. */
export function useSetContractSeller() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (choice: { id: number; seller: number | null }) => call(setContractSeller, choice),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: contractsKey }),
        queries.invalidateQueries({ queryKey: sellersKey }),
      ]),
  })
}
