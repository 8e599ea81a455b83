import { queryOptions } from '@tanstack/react-query'
import { deliveryZones } from '#shared/api/delivery.ts'
import { call } from '#web/api/client.ts'

export const zonesQuery = queryOptions({
  queryKey: ['delivery-zones'],
  queryFn: ({ signal }) => call(deliveryZones, {}, { signal }),
  staleTime: 60_000,
})
