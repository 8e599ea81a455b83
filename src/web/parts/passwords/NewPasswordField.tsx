import { useState } from 'react'
import { passwordLength } from '#shared/constants.ts'
import { passwordLengthError } from '#shared/rules/parties/password-length.ts'
import { TextField } from '#web/ui/forms/Field.tsx'
import { usePasswordCheck, type PasswordOwner } from './use-password-check.ts'

type FieldProps = {
  label: string
  owner: PasswordOwner
  /** Of the server, about the password that was sent. */
  error: string | undefined
  ref?: (field: HTMLInputElement | null) => void
}

/** The field `password` of a form: tells on leaving it that the password is too short or easy to guess. */
export function NewPasswordField({ label, owner, error, ref }: FieldProps) {
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState('')
  const passwords = usePasswordCheck(owner)
  const answer = passwords.answerFor(typed)
  const tooShort = typed !== '' && typed === left ? passwordLengthError(typed) : undefined

  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      maxLength={passwordLength.max}
      hint="Не короче 10 знаков"
      ref={ref}
      // An answer about what is typed now is newer than the server's about what was sent.
      error={tooShort ?? (answer ? (answer.reason ?? undefined) : error)}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        setLeft(typed)
        void passwords.check(typed)
      }}
    />
  )
}
