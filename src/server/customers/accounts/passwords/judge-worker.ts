import { parentPort } from 'node:worker_threads'
import { isGuessable } from './guessable.ts'
import type { Judgement, Question } from './judge.ts'

parentPort?.on('message', ({ id, password, login }: Question) => {
  void isGuessable(password, login)
    .then((guessable): Judgement => ({ id, guessable }))
    .catch((error: unknown): Judgement => ({ id, error: String(error) }))
    .then((judgement) => parentPort?.postMessage(judgement, []))
})
