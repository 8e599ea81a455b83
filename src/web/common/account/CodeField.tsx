import { TextField } from '#web/ui/forms/Field.tsx'

/** Six digits of the app, with one-time-code autofill; pasted spaces are accepted. */
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
