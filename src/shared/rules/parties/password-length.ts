import { passwordLength } from '../../constants.ts'

/** Whether a password is easily guessed the server alone judges. */
export function passwordLengthFault(password: string): string | undefined {
  const characters = Array.from(password).length
  if (characters === 0) return 'Придумайте пароль'
  if (characters < passwordLength.min) return `Пароль короче ${passwordLength.min} знаков`
  return characters > passwordLength.max ? `Пароль длиннее ${passwordLength.max} знаков` : undefined
}
