import { maxGoodPictures, tooManyPictures, type NamedPicture } from '#shared/api/staff/pictures.ts'
import { lockPictures } from '#server/catalogue/pictures/shared-queries-lock.ts'
import { fieldMessages } from '#shared/texts.ts'
import { showPictures } from '#server/catalogue/pictures/shared-queries-shown.ts'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { throwIfInvalid } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { planPictureOrder, type Positioned } from '../arrange.ts'
import { recordPresentationChanges } from '../queries-changes.ts'
import { readGood, type GoodFacts } from '../queries-good.ts'
import { listOwnPictures, listPicturesOf1c, writePictureChoices } from '../queries-pictures.ts'
import { readPictureName } from './file-name.ts'
import { findByCodes } from './queries-named.ts'

type Deps = { db: Db }

/** The goods that the files name. A name that is a code as a whole is not read as a code with a number. */
export async function matchNames({ db }: Deps, names: readonly string[]): Promise<NamedPicture[]> {
  const readings = names.map(readPictureName)
  const codes = [...new Set(readings.flat().map(({ code }) => code))]
  const found = Map.groupBy(await findByCodes(db, { codes }), ({ code }) => code)
  return names.map((name, index) => {
    const read = readings[index]?.find(({ code }) => found.has(code))
    const goods = (read && found.get(read.code)) ?? []
    return { name, number: read?.number ?? 0, goods: goods.map(({ code: _code, ...good }) => good) }
  })
}

type Addition = { id: number; pictures: readonly number[] }

/** Adds uploaded pictures to goods, all or nothing; a picture that a good has already stays where it is. */
export async function addUploadedPictures(
  { db }: Deps,
  { goods, first }: { goods: readonly Addition[]; first: boolean },
): Promise<{ count: number }> {
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const existing = await lockPictures(tx, { ids: [...new Set(goods.flatMap(({ pictures }) => pictures))] })
    const changed: number[] = []
    const errors: Record<string, string> = {}
    for (const addition of goods) {
      const good = await readGood(tx, { id: addition.id })
      const error = errorOf(addition, good, existing)
      if (error !== undefined) errors[`goods.${addition.id}`] = error
      else if (good && (await addToGood(tx, good, { ...addition, first }))) changed.push(good.id)
    }
    throwIfInvalid(errors)
    await recordPresentationChanges(tx, { productIds: changed, labels: false })
    return { count: changed.length }
  })
}

function errorOf(
  { pictures }: Addition,
  good: GoodFacts | undefined,
  existing: ReadonlySet<number>,
): string | undefined {
  if (!good) return 'Товара больше нет'
  if (pictures.some((id) => !existing.has(id))) return fieldMessages.pictureMissing
  const count = new Set([...good.pictures.map(({ picture }) => picture), ...pictures]).size
  return count > maxGoodPictures ? tooManyPictures : undefined
}

async function addToGood(
  tx: Db,
  { id, pictures: current }: GoodFacts,
  { pictures, first }: { pictures: readonly number[]; first: boolean },
): Promise<boolean> {
  const known = new Set(current.map(({ picture }) => picture))
  const added = [...new Set(pictures)].filter((picture) => !known.has(picture)).map((picture) => ({ id: picture }))
  if (added.length === 0) return false
  const kept = current.map(({ picture, hidden, source }): Positioned => ({ id: picture, hidden, source }))
  const shown = kept.filter(({ hidden }) => !hidden)
  const order = first ? [...added, ...shown] : [...shown, ...added]
  const choices = planPictureOrder(
    [...order, ...kept.filter(({ hidden }) => hidden)],
    await listPicturesOf1c(tx, { productId: id }),
    await listOwnPictures(tx, { productId: id }),
  )
  await writePictureChoices(tx, { productId: id, choices })
  await showPictures(tx, { productIds: [id] })
  return true
}
