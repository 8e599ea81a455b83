import { Checkbox, TextField } from '#web/ui/forms/Field.tsx'
import { weekdayNames } from '#web/parts/map/weekdays.ts'
import type { FieldErrors, ZoneDraft } from './zone-draft.ts'
import styles from './staff-delivery.module.css'

type FieldsProps = { draft: ZoneDraft; errors: FieldErrors; onChange: (patch: Partial<ZoneDraft>) => void }

export function ZoneFields({ draft, errors, onChange }: FieldsProps) {
  const toggle = (day: number) =>
    onChange({
      weekdays: draft.weekdays.includes(day)
        ? draft.weekdays.filter((each) => each !== day)
        : [...draft.weekdays, day].toSorted((a, b) => a - b),
    })
  return (
    <>
      <TextField
        label="Название"
        maxLength={200}
        value={draft.header}
        error={errors.header}
        onChange={({ currentTarget }) => onChange({ header: currentTarget.value })}
      />
      <fieldset className={styles.weekdays} aria-describedby="weekdays-below">
        <legend>Дни доставки</legend>
        {weekdayNames.map((name, index) => (
          <Checkbox
            key={name}
            label={name}
            checked={draft.weekdays.includes(index + 1)}
            aria-invalid={errors.weekdays !== undefined}
            onChange={() => toggle(index + 1)}
          />
        ))}
      </fieldset>
      <p
        id="weekdays-below"
        className={`small ${errors.weekdays ? 'bad' : 'dim'}`}
        role={errors.weekdays ? 'alert' : undefined}
      >
        {errors.weekdays ?? 'Только рабочие дни календаря: суббота и воскресенье – лишь те, что объявлены рабочими'}
      </p>
      <TextField
        label="Цена доставки, ₽"
        inputMode="decimal"
        maxLength={20}
        value={draft.price}
        error={errors.price}
        onChange={({ currentTarget }) => onChange({ price: currentTarget.value })}
      />
      <TextField
        label="Бесплатно от суммы, ₽"
        hint="Пусто – не бывает бесплатной. Сумма из договора важнее"
        inputMode="decimal"
        maxLength={20}
        value={draft.freeFrom}
        error={errors.free_from}
        onChange={({ currentTarget }) => onChange({ freeFrom: currentTarget.value })}
      />
      <TextField
        label="Порядок"
        hint="Где зоны перекрываются, место относится к меньшему номеру"
        inputMode="numeric"
        maxLength={4}
        value={draft.position}
        error={errors.position}
        onChange={({ currentTarget }) => onChange({ position: currentTarget.value })}
      />
      <Checkbox
        label="Возим сюда"
        checked={draft.active}
        onChange={({ currentTarget }) => onChange({ active: currentTarget.checked })}
      />
    </>
  )
}
