import type { AnswerSubject } from '#shared/api/talk/canned-answers.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { deleteAnswer, listAnswers, lockAnswers, writeAnswer } from './queries.ts'

type Deps = { db: Db }
type AnswerInput = { id?: number | undefined; name: string; text: string }

const maxAnswers = 50

export async function readAnswers({ db }: Deps, subject: AnswerSubject) {
  return { items: await listAnswers(db, subject) }
}

/** Names differ in more than capitals. Saving the same answer again returns the one that exists. */
export async function saveAnswer({ db }: Deps, subject: AnswerSubject, { id, ...input }: AnswerInput) {
  const name = input.name.replace(/^\/+/, '').replace(/\s+/g, ' ').trim()
  const text = input.text.trim()
  if (name === '') throw new AppError('invalid', { fields: { name: 'Назовите ответ' } })
  if (text === '') throw new AppError('invalid', { fields: { text: 'Напишите ответ' } })
  return db.transaction(async (tx) => {
    await lockAnswers(tx)
    const items = await listAnswers(tx, subject)
    const namesake = items.find((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase())
    if (namesake && id === undefined && namesake.text === text) return { id: namesake.id, items }
    if (namesake) throw new AppError('invalid', { fields: { name: 'Ответ с таким названием уже есть' } })
    if (id === undefined && items.length >= maxAnswers)
      throw new AppError('invalid', { fields: { name: `Готовых ответов не больше ${maxAnswers}` } })
    const written = await writeAnswer(tx, subject, { id, name, text })
    if (written === undefined) throw new AppError('notFound')
    return { id: written, items: await listAnswers(tx, subject) }
  })
}

/** Idempotent. */
export async function removeAnswer({ db }: Deps, subject: AnswerSubject, { id }: { id: number }) {
  await deleteAnswer(db, subject, { id })
  return { items: await listAnswers(db, subject) }
}
