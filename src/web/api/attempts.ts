import { maxReplaced } from '#shared/api/uploads.ts'
import { CallError } from './client.ts'
import { randomKey } from './random-key.ts'

/**
 * A call whose answer is not known yet. `replaces`: keys of earlier calls of the same action whose answers were lost
 * before the rows were edited; attempts stored by an earlier version have none.
 */
export type Attempt = { key: string; body: string; replaces?: string[] }

/** Keys for a call: its own, and those whose effect it replaces. */
export type AttemptKeys = { key: string; replaces: string[] }

/**
 * The attempt to send: the unanswered one if its content is the same. Other content is a new attempt that replaces the
 * unanswered one, because the server may have executed it.
 */
export function nextAttempt(unanswered: Attempt | undefined, input: unknown): Attempt & AttemptKeys {
  const body = JSON.stringify(input)
  if (unanswered?.body === body) return { ...unanswered, replaces: unanswered.replaces ?? [] }
  const replaces = unanswered ? [...(unanswered.replaces ?? []), unanswered.key].slice(-maxReplaced) : []
  return { key: randomKey(), body, replaces }
}

export type AttemptStore = {
  /** Stores the next attempt before it is sent, so that it survives a lost answer and a reload. */
  next: (input: unknown) => AttemptKeys | Promise<AttemptKeys>
  /** Answered: the same content is a new call now. */
  clear: () => void | Promise<void>
}

/** Attempts that are forgotten with the page. */
export function attemptsInMemory(): AttemptStore {
  let unanswered: (Attempt & AttemptKeys) | undefined
  return {
    next: (input) => (unanswered = nextAttempt(unanswered, input)),
    clear: () => {
      unanswered = undefined
    },
  }
}

/** Sends an action once, however often it is repeated and its rows are edited, until its answer is known. */
export async function sendOnce<Reply>(
  store: AttemptStore,
  input: unknown,
  send: (keys: AttemptKeys) => Promise<Reply>,
): Promise<Reply> {
  const { key, replaces } = await store.next(input)
  try {
    const reply = await send({ key, replaces })
    await store.clear()
    return reply
  } catch (error) {
    // A refusal (signed out, too many calls) does not tell whether earlier attempts were executed.
    if (error instanceof CallError && error.code === 'keyReused') await store.clear()
    throw error
  }
}
