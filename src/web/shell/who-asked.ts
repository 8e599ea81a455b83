import type { AskWho } from '#web/api/caller.ts'
import { CallError } from '#web/api/client.ts'

export type Question = { id: number; answer: (askedBy: string) => void; giveUp: () => void }

/** Asks one question after another; the same attempt is asked about once, until its answer is refused. */
export function createAsker(show: (question: Question | undefined) => void): AskWho & { giveUpAll: () => void } {
  const answers = new Map<string, Promise<string>>()
  const questions: Question[] = []
  let lastId = 0

  function put(): Promise<string> {
    return new Promise((resolve, reject) => {
      lastId += 1
      const question = {
        id: lastId,
        answer: (askedBy: string) => {
          close(question)
          resolve(askedBy)
        },
        giveUp: () => {
          close(question)
          reject(new CallError(400, { code: 'invalid', message: 'Действие отменено' }))
        },
      }
      questions.push(question)
      show(questions[0])
    })
  }

  function close(question: Question): void {
    const index = questions.indexOf(question)
    if (index >= 0) questions.splice(index, 1)
    show(questions[0])
  }

  return {
    ask(key) {
      const known = key === undefined ? undefined : answers.get(key)
      if (known || key === undefined) return known ?? put()
      const asked = put()
      answers.set(key, asked)
      asked.catch(() => answers.delete(key))
      return asked
    },
    forget: (key) => void answers.delete(key),
    giveUpAll() {
      for (const question of questions.splice(0)) question.giveUp()
    },
  }
}
