import { useQuery } from '@tanstack/react-query'
import { deliveryZones } from '#shared/api/delivery.ts'
import { call } from '#web/api/client.ts'
import { ZoneChoice } from '#web/parts/map/ZoneChoice.tsx'

/** Map for the buyer to choose the order's zone. */
export function ZoneDialog(choice: { value: number; onChoose: (id: number) => void; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['basket', 'zones'],
    queryFn: ({ signal }) => call(deliveryZones, {}, { signal }),
    staleTime: 60_000,
  })
  return <ZoneChoice {...choice} data={data} error={error} onRetry={() => void refetch()} />
}
