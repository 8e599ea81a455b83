import { passwordLengthError } from '#shared/rules/parties/password-length.ts'
import { judgeGuessable } from './judge.ts'

/**
 * Why a password is not allowed, as a Russian sentence; undefined if it is allowed. Staff see all prices and orders, so
 * theirs must not consist of digits only. Source: product.md §2.
 */
export async function passwordError(
  password: string,
  { login, staff }: { login: string; staff: boolean },
): Promise<string | undefined> {
  const wrongLength = passwordLengthError(password)
  if (wrongLength !== undefined) return wrongLength
  if (staff && /^[\d\s.,+()/_-]*$/.test(password)) return 'Пароль из одних цифр легко подобрать: добавьте буквы'
  if (await judgeGuessable(password, login)) return 'Такой пароль подбирают в первую очередь: придумайте другой'
  return undefined
}
