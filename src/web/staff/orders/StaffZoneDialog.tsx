import { useQuery } from '@tanstack/react-query'
import { staffDeliveryZones } from '#shared/api/staff/orders.ts'
import { call } from '#web/api/client.ts'
import { ZoneChoice } from '#web/parts/map/ZoneChoice.tsx'

/** Map for staff to choose an order's zone. */
export function StaffZoneDialog(choice: { value: number; onChoose: (id: number) => void; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', 'zones'],
    queryFn: ({ signal }) => call(staffDeliveryZones, {}, { signal }),
    staleTime: 60_000,
  })
  return <ZoneChoice {...choice} data={data} error={error} onRetry={() => void refetch()} />
}
