import { AppError } from '#server/platform/app-error.ts'

const maxOfAccount = 2
/** Files received or read at a time by this process; each may be 20 MB. */
const maxOfAll = 12
/** Minimum time before an upload is ended in favour of another. */
const defaultProtectedMs = 30_000

type Upload = { isReceiving: () => boolean; end: () => void }
type ActiveUpload = Upload & { accountId: number; sinceMs: number }

/**
 * Limits uploads in this process, per account and in total. When all slots are taken, an account with fewer of them
 * replaces a long-running upload of the account with the most.
 */
export function createUploadGate({ protectedMs = defaultProtectedMs }: { protectedMs?: number } = {}) {
  const held = new Set<ActiveUpload>()
  const countOf = (accountId: number) => [...held].filter((each) => each.accountId === accountId).length

  function makeRoom(accountId: number): void {
    const own = countOf(accountId)
    const nowMs = performance.now()
    const [displaced] = [...held]
      .filter((each) => countOf(each.accountId) > own && each.isReceiving() && nowMs - each.sinceMs >= protectedMs)
      .sort((one, other) => countOf(other.accountId) - countOf(one.accountId) || one.sinceMs - other.sinceMs)
    if (displaced === undefined) throw tooManyUploads()
    held.delete(displaced)
    displaced.end()
  }

  return {
    /** Admits an upload or refuses it; returns its idempotent release function. */
    enter(accountId: number, upload: Upload): () => void {
      if (countOf(accountId) >= maxOfAccount) {
        throw new AppError('tooManyRequests', {
          message: 'Дождитесь окончания предыдущих загрузок',
          retryAfterSeconds: 2,
        })
      }
      if (held.size >= maxOfAll) makeRoom(accountId)
      const entered = { ...upload, accountId, sinceMs: performance.now() }
      held.add(entered)
      return () => void held.delete(entered)
    },
  }
}

/** The refusal when no slot is free. */
export function tooManyUploads(): AppError {
  return new AppError('tooManyRequests', {
    message: 'Сейчас загружается слишком много файлов. Повторите через несколько секунд',
    retryAfterSeconds: 5,
  })
}
