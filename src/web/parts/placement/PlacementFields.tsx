import { TextField } from '#web/ui/forms/Field.tsx'
import { DayField } from '#web/ui/forms/DayField.tsx'

type Placement = { starts: string | undefined; ends: string | undefined; position: string }
type PlacementProps = {
  value: Placement
  wrong: Readonly<Record<string, string | undefined>>
  onChange: (part: Partial<Placement>) => void
}

/** Dates and position of a banner or offer. */
export function PlacementFields({ value: { starts, ends, position }, wrong, onChange }: PlacementProps) {
  return (
    <>
      <DayField label="Первый день" value={starts} error={wrong.starts} onChange={(day) => onChange({ starts: day })} />
      <DayField label="Последний день" value={ends} error={wrong.ends} onChange={(day) => onChange({ ends: day })} />
      <TextField
        label="Порядок"
        inputMode="numeric"
        placeholder="0"
        title="Меньший номер стоит раньше"
        value={position}
        maxLength={6}
        error={wrong.position}
        onChange={({ currentTarget }) => onChange({ position: currentTarget.value.replace(/\D/g, '') })}
      />
    </>
  )
}
