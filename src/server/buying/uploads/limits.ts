import { AppError } from '#server/platform/app-error.ts'

const maxOfAccount = 2
/** Files of this process that are received or read at a time: each may be 20 MB. */
const maxOfAll = 12
/** Nobody's file is ended for somebody else's before that. */
const defaultProtectedMs = 30_000

type Upload = { isReceiving: () => boolean; end: () => void }
type ActiveUpload = Upload & { accountId: number; sinceMs: number }

/**
 * How many uploads are under way in this process, of each account and of all. Where all places are taken, an account
 * with fewer of them takes that of a file which has been on its way for long, of the account with the most.
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
    /** Lets one in, or refuses it; what it answers lets it out, however often it is called. */
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

/** The refusal of an upload for which this process has no place now. */
export function tooManyUploads(): AppError {
  return new AppError('tooManyRequests', {
    message: 'Сейчас загружается слишком много файлов. Повторите через несколько секунд',
    retryAfterSeconds: 5,
  })
}
