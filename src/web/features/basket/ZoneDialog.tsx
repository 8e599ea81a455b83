import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveryZones } from '#shared/api/delivery.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/EmptyState.tsx'
import { ZonesOnMap } from '#web/ui/map/ZonesOnMap.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The map of zones: the one that is pressed becomes the order's. */
export function ZoneDialog({ value, onChoose, onClose }: { value: number; onChoose: (id: number) => void; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ queryKey: ['basket', 'zones'], queryFn: ({ signal }) => call(deliveryZones, {}, { signal }), staleTime: 60_000 })
  const [pressed, press] = useState<number | undefined>(value)
  const chosen = data?.zones.find(({ id }) => id === pressed)
  return (
    <Modal
      opened
      onClose={onClose}
      width={980}
      title="Зона доставки"
      footer={
        <>
          <span className="grow" aria-live="polite">
            {chosen ? chosen.header : data && 'Нажмите на зону на карте или в списке'}
          </span>
          <Button onClick={onClose}>Отменить</Button>
          <Button look="primary" disabled={chosen === undefined} onClick={() => chosen && onChoose(chosen.id)}>
            Выбрать
          </Button>
        </>
      }
    >
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : data ? <ZonesOnMap zones={data.zones} tiles={data.tiles} chosen={pressed} onChoose={press} /> : <Skeleton width="100%" height={420} />}
    </Modal>
  )
}
