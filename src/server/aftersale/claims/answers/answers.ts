import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { listAnswers, lockAnswers, removeAnswer, writeAnswer } from './queries-answers.ts'

type Deps = { db: Db }
type SentAnswer = { id?: number | undefined; name: string; text: string }

const maxAnswers = 50

export async function readAnswers({ db }: Deps) {
  return { items: await listAnswers(db) }
}

/** Names are unique regardless of case. Saving an identical answer returns the existing one. */
export async function saveAnswer({ db }: Deps, { id, ...sent }: SentAnswer) {
  const name = sent.name.replace(/^\/+/, '').replace(/\s+/g, ' ').trim()
  const text = sent.text.trim()
  if (name === '') throw new AppError('invalid', { fields: { name: 'Назовите ответ' } })
  if (text === '') throw new AppError('invalid', { fields: { text: 'Напишите ответ' } })
  return db.transaction(async (tx) => {
    await lockAnswers(tx)
    const items = await listAnswers(tx)
    const namesake = items.find((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase())
    if (namesake && id === undefined && namesake.text === text) return { id: namesake.id, items }
    if (namesake) throw new AppError('invalid', { fields: { name: 'Ответ с таким названием уже есть' } })
    if (id === undefined && items.length >= maxAnswers)
      throw new AppError('invalid', { fields: { name: `Готовых ответов не больше ${maxAnswers}` } })
    const written = await writeAnswer(tx, { id, name, text })
    if (written === undefined) throw new AppError('notFound')
    return { id: written, items: await listAnswers(tx) }
  })
}

/** Idempotent. */
export async function deleteAnswer({ db }: Deps, { id }: { id: number }) {
  await removeAnswer(db, { id })
  return { items: await listAnswers(db) }
}
