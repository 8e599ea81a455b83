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
type Known = { items: StaffSeller[] }

export function useSellers() {
  return useQuery({ queryKey: sellersKey, queryFn: ({ signal }): Promise<Known> => call(staffSellers, {}, { signal }) })
}

export function useSaveSeller() {
  const renew = useRenewList()
  return useMutation({ mutationFn: (seller: InputOf<typeof saveSeller>) => call(saveSeller, seller), onSuccess: renew })
}

export function useDeleteSeller() {
  const renew = useRenewList()
  return useMutation({ mutationFn: (id: number) => call(deleteSeller, { id }), onSuccess: renew })
}

/** Both calls return the current sellers. */
function useRenewList() {
  const queries = useQueryClient()
  return ({ items }: Known) => queries.setQueryData<Known>(sellersKey, { items })
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
