import { AppError } from '#server/platform/app-error.ts'

type Limits = {
  /** Tasks running at once, in total and per account. */
  maxRunning: number
  maxRunningEach: number
  /** Tasks that may wait, in total and per account. */
  maxWaiting: number
  maxWaitingEach: number
  retryAfterSeconds: number
}

/**
 * Runs the tasks of accounts in turn: the next task belongs to the account that has waited longest since its last one,
 * whatever the number of its tasks. An account with too many waiting tasks gets 429; a full queue answers 503 to
 * everyone.
 */
export function createFairQueue({ maxRunning, maxRunningEach, maxWaiting, maxWaitingEach, retryAfterSeconds }: Limits) {
  const running = new Map<number, number>()
  /** In the order in which accounts are served. */
  const queues = new Map<number, (() => void)[]>()
  let runningCount = 0
  let waitingCount = 0

  const canStart = (account: number) => runningCount < maxRunning && (running.get(account) ?? 0) < maxRunningEach

  function startTask(account: number): void {
    runningCount += 1
    running.set(account, (running.get(account) ?? 0) + 1)
  }

  function endTask(account: number): void {
    runningCount -= 1
    const left = (running.get(account) ?? 1) - 1
    if (left === 0) running.delete(account)
    else running.set(account, left)
    const next = [...queues].find(([waitingAccount]) => canStart(waitingAccount))
    if (next !== undefined) startNext(...next)
  }

  function startNext(account: number, queue: (() => void)[]): void {
    const start = queue.shift()
    // An account with more tasks goes to the end of the queue.
    queues.delete(account)
    if (queue.length > 0) queues.set(account, queue)
    waitingCount -= 1
    startTask(account)
    start?.()
  }

  /** Waits until the account may run a task. The returned function ends the task; further calls of it do nothing. */
  async function enter(account: number): Promise<() => void> {
    if (canStart(account)) startTask(account)
    else {
      const queue = queues.get(account) ?? []
      if (queue.length >= maxWaitingEach) throw new AppError('tooManyRequests', { retryAfterSeconds })
      if (waitingCount >= maxWaiting) throw new AppError('unavailable', { retryAfterSeconds })
      waitingCount += 1
      queues.set(account, queue)
      await new Promise<void>((start) => void queue.push(start))
    }
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      endTask(account)
    }
  }

  return {
    enter,
    async run<Outcome>(account: number, work: () => Promise<Outcome>): Promise<Outcome> {
      const endTask = await enter(account)
      try {
        return await work()
      } finally {
        endTask()
      }
    },
  }
}
