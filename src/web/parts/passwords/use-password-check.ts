import { useState } from 'react'
import { checkPassword } from '#shared/api/account/password.ts'
import { passwordLengthError } from '#shared/rules/parties/password-length.ts'
import { call } from '#web/api/client.ts'

/** Whose password it is to be. */
export type PasswordOwner = { login: string; staff: boolean }

/** Asks on blur whether a password will be refused. A failed check is ignored, because the server checks again. */
export function usePasswordCheck({ login, staff }: PasswordOwner) {
  const [checked, setChecked] = useState<{ password: string; login: string; reason: string | null }>()
  const answerFor = (password: string) =>
    checked?.password === password && checked.login === login ? checked : undefined

  async function check(password: string): Promise<void> {
    if (passwordLengthError(password) !== undefined || answerFor(password)) return
    const answer = await call(checkPassword, { password, login, staff }).catch(() => undefined)
    setChecked(answer && { password, login, reason: answer.reason })
  }

  return { answerFor, check }
}
