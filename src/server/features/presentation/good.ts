import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import { goodsFlags, type GoodsFlag, type saveGood, type StaffGood } from '#shared/api/staff-goods.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import { showPictures } from '#server/features/pictures/queries-shown.ts'
import { lockCatalogueWriters, writeSaleFlags } from '#server/features/showcase/queries-offers.ts'
import { arrangeBinds, arrangePictures } from './arrange.ts'
import { faultsOf } from './check-good.ts'
import { listBinds, writeBinds, type BindKind } from './queries-binds.ts'
import { tellPresentation } from './queries-changes.ts'
import { holdUploaded, writeDocuments, type StoredFile } from './queries-documents.ts'
import { readGood, type GoodFacts } from './queries-good.ts'
import { giveLabels, listLabelsOf, takeLabels } from './queries-labels.ts'
import { writeMarks } from './queries-marks.ts'
import { listOwnPictures, listToldPictures, writePictureChoices } from './queries-pictures.ts'

type Deps = { db: Db }
type GoodWish = ParsedInputOf<typeof saveGood>

export async function openGood({ db }: Deps, { id }: { id: number }) {
  return { good: wireOf(await getGood(db, id)) }
}

/**
 * Presents a product as wished, all or nothing, and tells the catalogue. It is refused where somebody else has changed the
 * product since it was read; what stands already is no change: sent twice it is written once.
 */
export async function keepGood({ db }: Deps, wish: GoodWish) {
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const before = await getGood(tx, wish.id)
    const isStale = before.version !== wish.version
    const files = await holdUploaded(tx, { ids: wish.documents.map(({ file }) => file) })
    const fields = await faultsOf(tx, wish, files)
    if (Object.keys(fields).length > 0) throw isStale ? new AppError('conflict') : new AppError('invalid', { fields })
    const { labels } = await present(tx, wish, files)
    const after = await getGood(tx, wish.id)
    if (after.version !== before.version) {
      if (isStale) throw new AppError('conflict')
      await tellPresentation(tx, { productIds: [wish.id], labels })
    }
    return { good: wireOf(after) }
  })
}

async function getGood(db: Db, id: number): Promise<GoodFacts> {
  const good = await readGood(db, { id })
  if (!good) throw new AppError('notFound')
  return good
}

async function present(tx: Db, wish: GoodWish, files: ReadonlyMap<number, StoredFile>): Promise<{ labels: boolean }> {
  const productIds = [wish.id]
  const marked = await writeMarks(tx, { productIds, flags: wish.flags })
  if (marked.length > 0) await writeSaleFlags(tx, { scope: marked })
  const labels = await presentLabels(tx, wish)
  await presentPictures(tx, wish)
  await presentBinds(tx, wish.id, 'analogue', wish.analogues)
  await presentBinds(tx, wish.id, 'related', wish.related)
  const documents = wish.documents.flatMap(({ file, header }, index) => {
    const stored = files.get(file)
    return stored ? [{ ...stored, name: header, position: ownDocumentsFrom + index }] : []
  })
  await writeDocuments(tx, { productId: wish.id, documents })
  return { labels }
}

/** Staff's documents stand behind 1C's. */
const ownDocumentsFrom = 1000

async function presentLabels(tx: Db, { id, tags }: GoodWish): Promise<boolean> {
  const bears = await listLabelsOf(tx, { productId: id })
  const taken = await takeLabels(tx, { productIds: [id], labelIds: bears.filter((tag) => !tags.includes(tag)) })
  const given = await giveLabels(tx, { productIds: [id], labelIds: tags })
  return taken.length + given.length > 0
}

async function presentPictures(tx: Db, { id, pictures }: GoodWish): Promise<void> {
  const told = await listToldPictures(tx, { productId: id })
  const own = await listOwnPictures(tx, { productId: id })
  await writePictureChoices(tx, { productId: id, choices: arrangePictures(pictures, told, own) })
  await showPictures(tx, { productIds: [id] })
}

async function presentBinds(tx: Db, productId: number, kind: BindKind, wish: GoodWish['analogues']): Promise<void> {
  const stored = await listBinds(tx, { productId, kind })
  await writeBinds(tx, { productId, kind, choices: arrangeBinds(wish, stored) })
}

function wireOf({ variantsCount, flags, documents, ...good }: GoodFacts): StaffGood {
  const choiceOf = (said: boolean | null) => (said === null ? 'exchange' : said ? 'yes' : 'no')
  const states = goodsFlags.map((flag) => [flag, { choice: choiceOf(flags[flag].said), exchange: flags[flag].exchange, shown: flags[flag].shown }])
  return {
    ...good,
    variants_count: variantsCount,
    flags: Object.fromEntries(states) as Record<GoodsFlag, StaffGood['flags'][GoodsFlag]>,
    documents: documents.map((document) => ({ ...document, link: `/documents/${document.id}` })),
  }
}
