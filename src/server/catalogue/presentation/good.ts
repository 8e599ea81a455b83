import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { showPictures } from '#server/catalogue/pictures/shared-queries-shown.ts'
import { writeSaleFlags } from '#server/catalogue/showcase/shared-queries-offers.ts'
import { planBindOrder, planPictureOrder } from './arrange.ts'
import { findGoodErrors, type GoodInput } from './check-good.ts'
import { listBinds, writeBinds, type BindKind } from './queries-binds.ts'
import { recordPresentationChanges } from './queries-changes.ts'
import { writeDescription } from './descriptions/queries-descriptions.ts'
import { lockUploaded, writeDocuments, type StoredFile } from './queries-documents.ts'
import { readGood, type GoodFacts } from './queries-good.ts'
import { assignLabels, listLabelsOf, unassignLabels } from './queries-labels.ts'
import { writeMarks } from './queries-marks.ts'
import { listOwnPictures, listPicturesOf1c, writePictureChoices } from './queries-pictures.ts'

type Deps = { db: Db }

export function getStaffGood({ db }: Deps, { id }: { id: number }): Promise<GoodFacts> {
  return getGood(db, id)
}

/**
 * Saves a product's presentation, all or nothing, and records the change for the catalogue. Throws a conflict if the
 * product was changed since it was read. Idempotent.
 */
export async function saveGoodChanges({ db }: Deps, input: GoodInput): Promise<GoodFacts> {
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const before = await getGood(tx, input.id)
    const isStale = before.version !== input.version
    const files = await lockUploaded(tx, { ids: input.documents.map(({ fileId }) => fileId) })
    const fields = await findGoodErrors(tx, input, files)
    if (Object.keys(fields).length > 0) throw isStale ? new AppError('conflict') : new AppError('invalid', { fields })
    const { labels } = await savePresentation(tx, input, files)
    const after = await getGood(tx, input.id)
    if (after.version !== before.version) {
      if (isStale) throw new AppError('conflict')
      await recordPresentationChanges(tx, { productIds: [input.id], labels })
    }
    return after
  })
}

async function getGood(db: Db, id: number): Promise<GoodFacts> {
  const good = await readGood(db, { id })
  if (!good) throw new AppError('notFound')
  return good
}

async function savePresentation(
  tx: Db,
  input: GoodInput,
  files: ReadonlyMap<number, StoredFile>,
): Promise<{ labels: boolean }> {
  const productIds = [input.id]
  const flagsChanged = await writeMarks(tx, { productIds, flags: input.flags })
  if (flagsChanged.length > 0) await writeSaleFlags(tx, { scope: flagsChanged })
  if (input.staffDescription !== undefined)
    await writeDescription(tx, { productId: input.id, text: input.staffDescription })
  const labels = await saveLabels(tx, input)
  await savePictures(tx, input)
  await saveBinds(tx, input.id, 'analogue', input.analogues)
  await saveBinds(tx, input.id, 'related', input.related)
  const documents = input.documents.flatMap(({ fileId, name }, index) => {
    const stored = files.get(fileId)
    return stored ? [{ ...stored, name, position: ownDocumentsFrom + index }] : []
  })
  await writeDocuments(tx, { productId: input.id, documents })
  return { labels }
}

/** Staff's documents come after 1C's. */
const ownDocumentsFrom = 1000

async function saveLabels(tx: Db, { id, labelIds }: GoodInput): Promise<boolean> {
  const currentLabels = await listLabelsOf(tx, { productId: id })
  const removedLabels = await unassignLabels(tx, {
    productIds: [id],
    labelIds: currentLabels.filter((labelId) => !labelIds.includes(labelId)),
  })
  const addedLabels = await assignLabels(tx, { productIds: [id], labelIds })
  return removedLabels.length + addedLabels.length > 0
}

async function savePictures(tx: Db, { id, pictures }: GoodInput): Promise<void> {
  const imported = await listPicturesOf1c(tx, { productId: id })
  const own = await listOwnPictures(tx, { productId: id })
  await writePictureChoices(tx, { productId: id, choices: planPictureOrder(pictures, imported, own) })
  await showPictures(tx, { productIds: [id] })
}

async function saveBinds(tx: Db, productId: number, kind: BindKind, input: GoodInput['analogues']): Promise<void> {
  const stored = await listBinds(tx, { productId, kind })
  await writeBinds(tx, { productId, kind, choices: planBindOrder(input, stored) })
}
