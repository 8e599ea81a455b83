import { passwordLength } from '../../constants.ts'

/** Only the server judges whether a password is easy to guess. */
export function passwordLengthError(password: string): string | undefined {
  const characters = Array.from(password).length
  if (characters === 0) return 'Придумайте пароль'
  if (characters < passwordLength.min) return `Пароль короче ${passwordLength.min} знаков`
  return characters > passwordLength.max ? `Пароль длиннее ${passwordLength.max} знаков` : undefined
}
