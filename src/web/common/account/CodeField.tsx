import { TextField } from '#web/ui/forms/Field.tsx'

/** Six digits of the app, which a phone may offer by itself; pasted with spaces they are taken as well. */
export function CodeField({ label = 'Код из приложения', error }: { label?: string; error: string | undefined }) {
  return (
    <TextField
      label={label}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={30}
      spellCheck={false}
      required
      error={error}
    />
  )
}
