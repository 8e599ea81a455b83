import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const limits = { maxRunning: 2, maxRunningEach: 1, maxWaiting: 8, maxWaitingEach: 5, retryAfterSeconds: 3 }
const [busy, quiet, third] = [1, 2, 3]

function startQueue(queue: ReturnType<typeof createFairQueue>) {
  const order: number[] = []
  const ends: (() => void)[] = []
  const run = (account: number) =>
    queue.run(account, () => {
      order.push(account)
      return new Promise<void>((resolve) => void ends.push(resolve))
    })
  const endOldest = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { order, enqueue: run, endOldest }
}

test('an account with fifty requests delays no other account, and gets 429 for the excess', async () => {
  const { order, enqueue, endOldest } = startQueue(createFairQueue(limits))
  const runs = Array.from({ length: 50 }, () => enqueue(busy))
  const refused = runs
    .slice(6)
    .map((each) => expect(each).rejects.toMatchObject({ code: 'tooManyRequests', details: { retryAfterSeconds: 3 } }))
  await Promise.all(refused)
  void enqueue(quiet)
  await endOldest()
  expect(order).toEqual([busy, quiet, busy])
  for (let time = 0; time < 7; time += 1) await endOldest()
  await Promise.all(runs.slice(0, 6))
  expect(order.filter((account) => account === busy)).toHaveLength(6)
})

test('a full queue answers 503, and 429 to an account with too many waiting requests', async () => {
  const queue = createFairQueue({ ...limits, maxWaiting: 6 })
  const never = new Promise<void>(() => undefined)
  const run = (account: number) => queue.run(account, () => never)
  for (let n = 0; n < 6; n += 1) void run(busy)
  void run(quiet)
  void run(quiet)
  await expect(run(third)).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
    details: { retryAfterSeconds: 3 },
  })
  await expect(run(busy)).rejects.toMatchObject({
    status: 429,
    code: 'tooManyRequests',
    details: { retryAfterSeconds: 3 },
  })
})

test('waiting accounts take turns, regardless of order and number of requests', async () => {
  const { order, enqueue, endOldest } = startQueue(createFairQueue({ ...limits, maxRunning: 1 }))
  for (const account of [busy, busy, busy, quiet, third, quiet]) void enqueue(account)
  for (let time = 0; time < 6; time += 1) await endOldest()
  expect(order).toEqual([busy, busy, quiet, third, busy, quiet])
})

test('failed work frees its slot for the next', async () => {
  const queue = createFairQueue({ ...limits, maxRunning: 1 })
  await expect(queue.run(busy, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(busy, () => Promise.resolve('done'))).toBe('done')
})
