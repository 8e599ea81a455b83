import { AppError } from '#server/platform/app-error.ts'

type Limits = {
  /** Pieces of work under way, of everybody and of one account. */
  atOnce: number
  atOnceEach: number
  /** Pieces that may wait, of everybody and of one account. */
  maxWaiting: number
  maxWaitingEach: number
  retryAfterSeconds: number
}

/**
 * Runs tasks of accounts in turns: the next task is of the account that has waited longest since its last one,
 * regardless of the number of tasks. An account with too many waiting tasks is refused (429); when the queue is full
 * everybody is (503).
 */
export function createFairQueue({ atOnce, atOnceEach, maxWaiting, maxWaitingEach, retryAfterSeconds }: Limits) {
  const running = new Map<number, number>()
  /** In the order of their turns. */
  const queues = new Map<number, (() => void)[]>()
  let busy = 0
  let waiting = 0

  const isFree = (account: number) => busy < atOnce && (running.get(account) ?? 0) < atOnceEach

  function begin(account: number): void {
    busy += 1
    running.set(account, (running.get(account) ?? 0) + 1)
  }

  function end(account: number): void {
    busy -= 1
    const left = (running.get(account) ?? 1) - 1
    if (left === 0) running.delete(account)
    else running.set(account, left)
    const next = [...queues].find(([waitingAccount]) => isFree(waitingAccount))
    if (next !== undefined) startNext(...next)
  }

  function startNext(account: number, queue: (() => void)[]): void {
    const start = queue.shift()
    // Behind all others, if it has more to ask.
    queues.delete(account)
    if (queue.length > 0) queues.set(account, queue)
    waiting -= 1
    begin(account)
    start?.()
  }

  /** Waits for the account's turn; the work is over when what it answers is called, however often. */
  async function enter(account: number): Promise<() => void> {
    if (isFree(account)) begin(account)
    else {
      const queue = queues.get(account) ?? []
      if (queue.length >= maxWaitingEach) throw new AppError('tooManyRequests', { retryAfterSeconds })
      if (waiting >= maxWaiting) throw new AppError('unavailable', { retryAfterSeconds })
      waiting += 1
      queues.set(account, queue)
      await new Promise<void>((start) => void queue.push(start))
    }
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      end(account)
    }
  }

  return {
    enter,
    async take<Outcome>(account: number, work: () => Promise<Outcome>): Promise<Outcome> {
      const leave = await enter(account)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
