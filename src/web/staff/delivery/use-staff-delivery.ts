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
  const renew = useRenew()
  return useMutation({
    mutationFn: (zone: InputOf<typeof saveDeliveryZone>) => call(saveDeliveryZone, zone),
    onSuccess: renew,
  })
}

export function useSaveCompany() {
  const renew = useRenew()
  return useMutation({
    mutationFn: (company: InputOf<typeof saveDeliveryCompany>) => call(saveDeliveryCompany, company),
    onSuccess: renew,
  })
}

export function useSaveMethod() {
  const renew = useRenew()
  return useMutation({
    mutationFn: (method: InputOf<typeof saveDeliveryMethod>) => call(saveDeliveryMethod, method),
    onSuccess: renew,
  })
}

/** Each call returns the complete current state. */
function useRenew() {
  const queries = useQueryClient()
  return ({ methods, companies, zones, tiles }: StaffDelivery) =>
    queries.setQueryData<StaffDelivery>(key, { methods, companies, zones, tiles })
}
