import { passwordLengthError } from '#shared/rules/parties/password-length.ts'
import { judgeGuessable, type JudgeOptions } from './judge.ts'

/**
 * Why a password is not allowed, as a Russian sentence; undefined if it is allowed. Staff see all prices and orders, so
 * theirs must not consist of digits only. Source: product.md §2. `network`: takes
 * turns with others of it; `isAdvice`: gives way to passwords that are being set.
 */
export async function passwordError(
  password: string,
  { login, staff }: { login: string; staff: boolean },
  options: JudgeOptions = {},
): Promise<string | undefined> {
  const wrongLength = passwordLengthError(password)
  if (wrongLength !== undefined) return wrongLength
  if (staff && /^[\d\s.,+()/_-]*$/.test(password)) return 'Пароль из одних цифр легко подобрать: добавьте буквы'
  if (await judgeGuessable(password, login, options))
    return 'Такой пароль подбирают в первую очередь: придумайте другой'
  return undefined
}
