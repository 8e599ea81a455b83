import { dayOf } from '#shared/rules/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor, StaffActor } from '#server/platform/sessions/actor.ts'
import { checkPlacement, isSamePlacement } from './placement.ts'
import {
  findMaterial,
  insertMaterial,
  insertVersion,
  listVisibleTitles,
  readMaterial,
  updateMaterial,
  type Material,
  type MaterialText,
  type MaterialTitle,
} from './queries.ts'
import { findNews, hideNews, insertNews, listVisibleNews, updateNews, type ShownNews } from './queries-news.ts'
import type { Placement, Reader } from './queries-placement.ts'
import { sanitise } from './sanitise.ts'

type Deps = { db: Db }

const readerOf = (actor: Actor | undefined): Reader => ({
  accountId: actor?.accountId ?? null,
  today: dayOf(new Date()),
})

/** A page that this reader, perhaps a guest, may see. */
export async function getMaterial({ db }: Deps, actor: Actor | undefined, { id }: { id: number }): Promise<Material> {
  const found = await readMaterial(db, { id, ...readerOf(actor) })
  if (!found) throw new AppError('notFound')
  return found
}

export function listVisibleMaterials({ db }: Deps, actor: Actor | undefined): Promise<MaterialTitle[]> {
  return listVisibleTitles(db, readerOf(actor))
}

type MaterialInput = {
  id: number | undefined
  title: string
  html: string
  published: boolean
  version: number | undefined
  placement: Placement
}

/** Adds or changes a page; an equal one is no change, and one that was changed meanwhile is refused. */
export async function saveMaterial({ db }: Deps, actor: StaffActor, saved: MaterialInput): Promise<Material> {
  const { id: known, version, placement } = saved
  const text = { ...placement, title: saved.title.trim(), html: sanitise(saved.html), published: saved.published }
  if (text.title === '') throw new AppError('invalid', { fields: { title: 'Укажите заголовок' } })
  if (text.html === '') throw new AppError('invalid', { fields: { html: 'Напишите текст страницы' } })
  return db.transaction(async (tx) => {
    const id =
      known === undefined
        ? await insertChecked(tx, text)
        : await updateMaterialChecked(tx, { id: known, version }, text)
    if (id !== undefined) await insertVersion(tx, { id, savedBy: actor.name })
    const stored = await findMaterial(tx, { id: id ?? known ?? 0 })
    if (!stored) throw new AppError('notFound')
    return stored
  })
}

async function insertChecked(tx: Db, text: MaterialText): Promise<number> {
  await checkPlacement(tx, text)
  return insertMaterial(tx, text)
}

/** Undefined: it says the same already. */
async function updateMaterialChecked(
  tx: Db,
  { id, version }: { id: number; version: number | undefined },
  text: MaterialText,
): Promise<number | undefined> {
  const before = await findMaterial(tx, { id })
  if (!before) throw new AppError('notFound')
  const { title, html, published } = text
  const isSame = before.title === title && before.html === html && before.published === published
  if (isSame && isSamePlacement(before, text)) return undefined
  if (before.version !== version) throw new AppError('conflict')
  await checkPlacement(tx, text, before)
  await updateMaterial(tx, { id, ...text })
  return id
}

export async function readTopNews({ db }: Deps, actor: Actor): Promise<ShownNews[]> {
  return listVisibleNews(db, readerOf(actor))
}

export async function hideTopNews({ db }: Deps, actor: Actor, { id }: { id: number }): Promise<void> {
  if (!(await hideNews(db, { id, ...readerOf(actor) }))) throw new AppError('notFound')
}

type NewsInput = { id: number | undefined; text: string; link: string; shown: boolean; placement: Placement }

export async function saveNews({ db }: Deps, { id, placement, ...given }: NewsInput): Promise<number> {
  const news = { ...placement, ...given, text: given.text.trim(), link: given.link.trim() }
  if (news.text === '') throw new AppError('invalid', { fields: { text: 'Напишите новость' } })
  if (news.link !== '' && !/^\/(?!\/)[^\\]*$/.test(news.link))
    throw new AppError('invalid', { fields: { link: 'Адрес внутри портала начинается с «/»' } })
  return db.transaction(async (tx) => {
    const before = id === undefined ? undefined : await findNews(tx, { id })
    if (id !== undefined && !before) throw new AppError('notFound')
    await checkPlacement(tx, news, before)
    if (id === undefined) return insertNews(tx, news)
    await updateNews(tx, { id, ...news })
    return id
  })
}
