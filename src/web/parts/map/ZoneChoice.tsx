import { useState } from 'react'
import type { MapZone, Tiles } from '#shared/api/delivery.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { ZonesOnMap } from './ZonesOnMap.tsx'

type ChoiceProps = {
  value: number
  /** Undefined while loading. */
  data: { zones: readonly MapZone[]; tiles: Tiles } | undefined
  error: Error | null
  onRetry: () => void
  onChoose: (id: number) => void
  onClose: () => void
}

/** The map of zones in a dialog: a press chooses the order's zone. */
export function ZoneChoice({ value, data, error, onRetry, onChoose, onClose }: ChoiceProps) {
  const [pressedZone, setPressedZone] = useState<number | undefined>(value)
  const chosen = data?.zones.find(({ id }) => id === pressedZone)
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
          <Button variant="primary" disabled={chosen === undefined} onClick={() => chosen && onChoose(chosen.id)}>
            Выбрать
          </Button>
        </>
      }
    >
      {error && !data ? (
        <LoadError error={error} onRetry={onRetry} />
      ) : data ? (
        <ZonesOnMap zones={data.zones} tiles={data.tiles} chosen={pressedZone} onChoose={setPressedZone} />
      ) : (
        <Skeleton width="100%" height={420} />
      )}
    </Modal>
  )
}
