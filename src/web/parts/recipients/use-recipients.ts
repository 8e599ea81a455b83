import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import { listAddresses, saveAddress } from '#shared/api/organisation/addresses.ts'
import { listConsignees, uploadConsignee } from '#shared/api/organisation/consignees.ts'
import type { ConsigneeForm } from '#shared/rules/parties/consignee-form.ts'
import { call } from '#web/api/client.ts'

export const addressesQuery = queryOptions({
  queryKey: ['organisation', 'addresses'],
  queryFn: async ({ signal }) => (await call(listAddresses, {}, { signal })).items,
})

export const consigneesQuery = queryOptions({
  queryKey: ['organisation', 'consignees'],
  queryFn: async ({ signal }) => (await call(listConsignees, {}, { signal })).items,
})

export function useSaveAddress() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (address: InputOf<typeof saveAddress>) => (await call(saveAddress, address)).address,
    onError: (error) => console.error('address not saved', error),
    onSuccess: () => refreshRecipients(queries),
  })
}

/** Without a file the stored power of attorney stays. */
export function useSaveConsignee() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, ...consignee }: ConsigneeForm & { id: number | undefined; file: File | undefined }) =>
      (await call(uploadConsignee, { consignee, file })).consignee,
    onError: (error) => console.error('consignee not saved', error),
    onSuccess: () => refreshRecipients(queries),
  })
}

/** Refetches addresses and consignees, and the checkout that offers them. */
export async function refreshRecipients(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['organisation'] }),
    queries.invalidateQueries({ queryKey: ['basket', 'checkout'] }),
  ])
}
