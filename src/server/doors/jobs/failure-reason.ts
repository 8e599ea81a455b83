import { failureKey } from '#server/platform/log/describe-error.ts'
import { knownFailure } from '#server/platform/startup/failure-sentence.ts'

/**
 * Why a job failed, as a Russian sentence for staff. An error's own message is for the log alone: that of a statement
 * contains its parameters.
 */
export function failureReason(error: unknown): string {
  const known = knownFailure(error)
  if (known !== undefined) return known
  const key = failureKey(error)
  return /^[0-9A-Z]{5}$/.test(key) ? `Ошибка базы данных ${key}` : `Внутренняя ошибка ${key || 'без кода'}`
}

/** For staff; the reason is empty if the process ended in the middle of the run. */
export function failureText(reason: string): string {
  return reason === '' ? 'Портал перезапустился во время выполнения' : reason
}
