import { retrySoon } from '#shared/texts.ts'
import { AppError } from '#server/platform/app-error.ts'

const maxPerAccount = 2
/** Files received or read at a time by this process; each may be 20 MB. */
const maxTotal = 12
/** Minimum time before an upload is ended in favour of another. */
const defaultProtectedMs = 30_000

type Upload = { isReceiving: () => boolean; end: () => void }
type ActiveUpload = Upload & { accountId: number; sinceMs: number }

/**
 * Limits uploads in this process, per account and in total. When all slots are taken, an account with fewer of them
 * replaces a long-running upload of the account with the most.
 */
export function createUploadGate({ protectedMs = defaultProtectedMs }: { protectedMs?: number } = {}) {
  const active = new Set<ActiveUpload>()
  const countUploads = (accountId: number) => [...active].filter((each) => each.accountId === accountId).length

  function displaceUpload(accountId: number): void {
    const ownCount = countUploads(accountId)
    const nowMs = performance.now()
    const [displaced] = [...active]
      .filter(
        (each) => countUploads(each.accountId) > ownCount && each.isReceiving() && nowMs - each.sinceMs >= protectedMs,
      )
      .sort((one, other) => countUploads(other.accountId) - countUploads(one.accountId) || one.sinceMs - other.sinceMs)
    if (displaced === undefined) throw tooManyUploads()
    active.delete(displaced)
    displaced.end()
  }

  return {
    /** Admits an upload or refuses it; returns its idempotent release function. */
    admit(accountId: number, upload: Upload): () => void {
      if (countUploads(accountId) >= maxPerAccount) {
        throw new AppError('tooManyRequests', {
          message: 'Дождитесь окончания предыдущих загрузок',
          retryAfterSeconds: 2,
        })
      }
      if (active.size >= maxTotal) displaceUpload(accountId)
      const admitted = { ...upload, accountId, sinceMs: performance.now() }
      active.add(admitted)
      return () => void active.delete(admitted)
    },
  }
}

/** The refusal when no slot is free. */
export function tooManyUploads(): AppError {
  return new AppError('tooManyRequests', {
    message: `Сейчас загружается слишком много файлов. ${retrySoon}`,
    retryAfterSeconds: 5,
  })
}
