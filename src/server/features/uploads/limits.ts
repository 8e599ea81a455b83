import { AppError } from '#server/app-error.ts'

const mostOfAccount = 2
/** Files of this process that are received or read at a time: each may be 20 MB. */
const mostOfAll = 12

/** How many uploads are under way in this process, of each account and of all. */
export function createUploadGate() {
  const byAccount = new Map<number, number>()
  let all = 0
  return {
    /** Lets one in, or refuses it; what it answers lets it out, however often it is called. */
    enter(accountId: number): () => void {
      const own = byAccount.get(accountId) ?? 0
      if (own >= mostOfAccount) throw new AppError('tooManyRequests', { message: 'Дождитесь окончания предыдущих загрузок', retryAfterSeconds: 2 })
      if (all >= mostOfAll) throw new AppError('tooManyRequests', { message: 'Сейчас загружается слишком много файлов. Повторите через несколько секунд', retryAfterSeconds: 5 })
      byAccount.set(accountId, own + 1)
      all += 1
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        all -= 1
        const left = (byAccount.get(accountId) ?? 1) - 1
        if (left > 0) byAccount.set(accountId, left)
        else byAccount.delete(accountId)
      }
    },
  }
}
