import { TextField } from '#web/ui/forms/Field.tsx'
import { DayField } from '#web/ui/forms/DayField.tsx'

type Placement = { starts: string | undefined; ends: string | undefined; position: string }
type PlacementProps = {
  value: Placement
  errors: Readonly<Record<string, string | undefined>>
  onChange: (patch: Partial<Placement>) => void
}

/** Dates and position of a banner or offer. */
export function PlacementFields({ value: { starts, ends, position }, errors, onChange }: PlacementProps) {
  return (
    <>
      <DayField
        label="Первый день"
        value={starts}
        error={errors.starts}
        onChange={(day) => onChange({ starts: day })}
      />
      <DayField label="Последний день" value={ends} error={errors.ends} onChange={(day) => onChange({ ends: day })} />
      <TextField
        label="Порядок"
        inputMode="numeric"
        placeholder="0"
        title="Меньший номер стоит раньше"
        value={position}
        maxLength={6}
        error={errors.position}
        onChange={({ currentTarget }) => onChange({ position: currentTarget.value.replace(/\D/g, '') })}
      />
    </>
  )
}
