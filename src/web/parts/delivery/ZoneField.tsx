import { Suspense, useState, type ComponentType } from 'react'
import type { DeliveryOffer } from '#shared/api/delivery.ts'
import { SelectField } from '#web/ui/forms/Field.tsx'
import { money } from '#web/ui/format.ts'
import { weekdaysText } from '#web/parts/map/weekdays.ts'
import { placeholderOption } from './options.ts'
import { WithAction } from './WithAction.tsx'

/** A dialog with the zones on their map; import it lazily. */
export type ZoneMap = ComponentType<{ value: number; onChoose: (id: number) => void; onClose: () => void }>

type Zone = DeliveryOffer['delivery_zones'][number]

type ZoneProps = {
  zones: readonly Zone[]
  value: number
  error: string | undefined
  /** Delivery price of these goods to a zone, roubles. */
  priceOf: (id: number) => number
  map: ZoneMap | undefined
  onChange: (id: number) => void
}

/** The zone of own transport, chosen from a list or, if available, on the map. */
export function ZoneField({ zones, value, error, priceOf, map: ZonesOnMap, onChange }: ZoneProps) {
  const [isMapOpen, setMapOpen] = useState(false)
  const chosen = zones.find(({ id }) => id === value)
  const field = (
    <SelectField
      label="Зона доставки"
      value={chosen ? value : 0}
      error={error}
      hint={chosen && `Возим: ${weekdaysText(chosen.weekdays)}`}
      options={[
        placeholderOption('Выберите зону'),
        ...zones.map((zone) => ({
          value: String(zone.id),
          label: zone.price === null ? zone.header : `${zone.header}, ${costText(priceOf(zone.id))}`,
        })),
      ]}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  )
  if (!ZonesOnMap) return field
  return (
    <>
      <WithAction icon="pin" label="На карте" onPress={() => setMapOpen(true)}>
        {field}
      </WithAction>
      {isMapOpen && (
        <Suspense>
          <ZonesOnMap
            value={value}
            onClose={() => setMapOpen(false)}
            onChoose={(id) => {
              onChange(id)
              setMapOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function costText(price: number): string {
  return price === 0 ? 'бесплатно' : money(price)
}
