import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor, StaffActor } from '#server/platform/sessions/actor.ts'
import {
  findMaterial,
  hideNews,
  insertMaterial,
  insertNews,
  keepVersion,
  listOpenNews,
  readMaterial,
  updateMaterial,
  updateNews,
  type Material,
  type News,
} from './queries.ts'
import { sanitise } from './sanitise.ts'

type Deps = { db: Db }

export async function getMaterial({ db }: Deps, { id }: { id: number }): Promise<Material> {
  const found = await readMaterial(db, { id })
  if (!found) throw new AppError('notFound')
  return found
}

type Saved = {
  id: number | undefined
  title: string
  html: string
  published: boolean
  version: number | undefined
}

/** Adds or changes a page; an equal one is no change, and one that was changed meanwhile is refused. */
export async function saveMaterial({ db }: Deps, actor: StaffActor, saved: Saved): Promise<Material> {
  const text = { title: saved.title.trim(), html: sanitise(saved.html), published: saved.published }
  if (text.title === '') throw new AppError('invalid', { fields: { title: 'Укажите заголовок' } })
  if (text.html === '') throw new AppError('invalid', { fields: { html: 'Напишите текст страницы' } })
  return db.transaction(async (tx) => {
    const { id: known } = saved
    const id = known === undefined ? await insertMaterial(tx, text) : await change(tx, { ...saved, ...text }, known)
    if (id !== undefined) await keepVersion(tx, { id, savedBy: actor.name })
    const stored = await findMaterial(tx, { id: id ?? saved.id ?? 0 })
    if (!stored) throw new AppError('notFound')
    return stored
  })
}

/** Undefined: it says the same already. */
async function change(tx: Db, { version, title, html, published }: Saved, id: number): Promise<number | undefined> {
  const before = await findMaterial(tx, { id })
  if (!before) throw new AppError('notFound')
  if (before.title === title && before.html === html && before.published === published) return undefined
  if (before.version !== version) throw new AppError('conflict')
  await updateMaterial(tx, { id, title, html, published })
  return id
}

export async function readTopNews({ db }: Deps, { accountId }: Actor): Promise<News[]> {
  return listOpenNews(db, { accountId })
}

export async function hideTopNews({ db }: Deps, { accountId }: Actor, { id }: { id: number }): Promise<void> {
  await hideNews(db, { accountId, id })
}

export async function saveNews(
  { db }: Deps,
  { id, ...given }: { id: number | undefined; text: string; link: string; shown: boolean },
): Promise<number> {
  const news = { ...given, text: given.text.trim(), link: given.link.trim() }
  if (news.text === '') throw new AppError('invalid', { fields: { text: 'Напишите новость' } })
  if (news.link !== '' && !/^\/(?!\/)[^\\]*$/.test(news.link))
    throw new AppError('invalid', { fields: { link: 'Адрес внутри портала начинается с «/»' } })
  if (id === undefined) return insertNews(db, news)
  if (!(await updateNews(db, { id, ...news }))) throw new AppError('notFound')
  return id
}
