import { Worker } from 'node:worker_threads'
import { AppError } from '#server/platform/app-error.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency-limit.ts'

export type Question = { id: number; password: string; login: string }
export type Judgement = { id: number; guessable?: boolean; error?: string }

type Waiting = { resolve: (guessable: boolean) => void; reject: (error: Error) => void }

const maxWaiting = 60
/** Advice while typing is refused before those who set a password wait. */
const maxWaitingForAdvice = 4
const timeoutMs = 30_000
/** Passwords are set rarely, and the thread's dictionaries take 80 MB. */
const idleMs = 60_000

/** One thread per process, ended after a minute without passwords. */
let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last = 0
const waiting = new Map<number, Waiting>()
/** One password of a network at a time, so that a robot's forms do not stand before everybody else's. */
const turns = new Map<string, ReturnType<typeof createConcurrencyLimit>>()
const maxWaitingEach = 100

export type JudgeOptions = { network?: string; isAdvice?: boolean }

/** `isGuessable` in a thread, because it would block other calls for seconds. */
export async function judgeGuessable(
  password: string,
  login: string,
  { network, isAdvice = false }: JudgeOptions = {},
): Promise<boolean> {
  if (network === undefined) return judge(password, login, isAdvice)
  const turn = turns.get(network) ?? createConcurrencyLimit({ maxRunning: 1, maxWaiting: maxWaitingEach })
  if (turn.isFull()) throw new AppError('unavailable')
  turns.set(network, turn)
  try {
    return await turn.run(() => judge(password, login, isAdvice))
  } finally {
    if (turn.isIdle()) turns.delete(network)
  }
}

function judge(password: string, login: string, isAdvice: boolean): Promise<boolean> {
  if (waiting.size >= (isAdvice ? maxWaitingForAdvice : maxWaiting)) return Promise.reject(new AppError('unavailable'))
  clearTimeout(idle)
  const running = (worker ??= start())
  // Lets a command end while the thread is idle.
  running.ref()
  const id = (last += 1)
  return new Promise<boolean>((resolve, reject) => {
    const timeout = setTimeout(() => void running.terminate(), timeoutMs).unref()
    waiting.set(id, {
      resolve: (guessable) => (clearTimeout(timeout), resolve(guessable)),
      reject: (error) => (clearTimeout(timeout), reject(error)),
    })
    running.postMessage({ id, password, login } satisfies Question, [])
  })
}

function start(): Worker {
  const started = new Worker(new URL('./judge-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  // Under `node --watch` Node itself sends messages, too.
  started.on('message', (judgement: Partial<Judgement>) => {
    if (judgement.id !== undefined) settle(started, judgement.id, judgement)
  })
  started.on('error', (error) => fail(started, error))
  started.on('exit', () => fail(started, new Error('the thread that judges passwords has ended')))
  return started
}

function settle(started: Worker, id: number, { guessable, error }: Partial<Judgement>): void {
  const pending = waiting.get(id)
  waiting.delete(id)
  if (guessable === undefined) pending?.reject(new Error(`the password was not judged: ${error ?? 'no answer'}`))
  else pending?.resolve(guessable)
  if (waiting.size > 0) return
  started.unref()
  idle = setTimeout(() => void started.terminate(), idleMs).unref()
}

function fail(ended: Worker, cause: unknown): void {
  if (worker !== ended) return
  worker = undefined
  for (const { reject } of waiting.values()) reject(new AppError('unavailable', {}, { cause }))
  waiting.clear()
}
