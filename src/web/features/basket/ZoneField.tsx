import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { SelectField } from '#web/ui/Field.tsx'
import { money } from '#web/ui/format.ts'
import { weekdaysText } from '#web/ui/map/weekdays.ts'
import type { CheckoutOptions } from './checkout-form.ts'
import { chooseOne } from './options.ts'
import styles from './checkout.module.css'

const ZoneDialog = lazy(() => import('./ZoneDialog.tsx').then((module) => ({ default: module.ZoneDialog })))

type Zone = CheckoutOptions['delivery_zones'][number]

/** The zone of own transport, from the list or from the map. */
export function ZoneField({ zones, value, error, onChange }: { zones: readonly Zone[]; value: number; error: string | undefined; onChange: (id: number) => void }) {
  const [mapOpened, openMap] = useState(false)
  const chosen = zones.find(({ id }) => id === value)
  return (
    <>
      <div className={styles.zone}>
        <SelectField
          label="Зона доставки"
          value={chosen ? value : 0}
          error={error}
          hint={chosen && `Возим: ${weekdaysText(chosen.weekdays)}`}
          options={[chooseOne('Выберите зону'), ...zones.map(({ id, header, price }) => ({ value: String(id), label: price === null ? header : `${header}, ${price === 0 ? 'бесплатно' : money(price)}` }))]}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
        <Button icon="pin" onClick={() => openMap(true)}>
          На карте
        </Button>
      </div>
      {mapOpened && (
        <Suspense>
          <ZoneDialog
            value={value}
            onClose={() => openMap(false)}
            onChoose={(id) => {
              onChange(id)
              openMap(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
