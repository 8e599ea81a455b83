import { askedByLabel, askedByLength } from '#shared/rules/parties/acting.ts'
import { TextField } from '#web/ui/forms/Field.tsx'

type AskedByProps = {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  takesFocus?: boolean
}

/** Who asked staff for what they do as a buyer. */
export function AskedByField({ value, error, onChange, takesFocus = false }: AskedByProps) {
  return (
    <TextField
      label={askedByLabel}
      hint="Увидит покупатель и журнал действий"
      placeholder="Имя, звонок в 13:58"
      maxLength={askedByLength.max}
      required
      data-autofocus={takesFocus || undefined}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
