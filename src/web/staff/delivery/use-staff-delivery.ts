import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { saveDeliveryCompany, saveDeliveryMethod, saveDeliveryZone, staffDelivery } from '#shared/api/staff/delivery.ts'
import { call } from '#web/api/client.ts'

const key = ['staff', 'delivery']
export type StaffDelivery = Omit<ReplyOf<typeof staffDelivery>, 'status'>

/** Fetched when the screen is opened; never refetched by itself, which would discard unsaved input. */
export const staffDeliveryQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }): Promise<StaffDelivery> => call(staffDelivery, {}, { signal }),
  refetchOnWindowFocus: false,
})

export function useStaffDelivery() {
  return useQuery(staffDeliveryQuery)
}

export function useSaveZone() {
  const storeReply = useStoreReply()
  return useMutation({
    mutationFn: (zone: InputOf<typeof saveDeliveryZone>) => call(saveDeliveryZone, zone),
    onSuccess: storeReply,
  })
}

export function useSaveCompany() {
  const storeReply = useStoreReply()
  return useMutation({
    mutationFn: (company: InputOf<typeof saveDeliveryCompany>) => call(saveDeliveryCompany, company),
    onSuccess: storeReply,
  })
}

export function useSaveMethod() {
  const storeReply = useStoreReply()
  return useMutation({
    mutationFn: (method: InputOf<typeof saveDeliveryMethod>) => call(saveDeliveryMethod, method),
    onSuccess: storeReply,
  })
}

/** Each call returns the complete current state. */
function useStoreReply() {
  const queries = useQueryClient()
  return ({ methods, companies, zones, tiles }: StaffDelivery) =>
    queries.setQueryData<StaffDelivery>(key, { methods, companies, zones, tiles })
}
