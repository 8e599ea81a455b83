import { fieldMessages } from '#shared/texts.ts'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { paginationOf } from '#server/platform/pagination.ts'
import { writeSaleFlags } from '#server/catalogue/showcase/shared-queries-offers.ts'
import { recordPresentationChanges } from './queries-changes.ts'
import { listGoods, type GoodsQuery } from './queries-goods.ts'
import { assignLabels, existingLabels, unassignLabels } from './queries-labels.ts'
import { writeMarks, type FlagsInput } from './queries-marks.ts'

type Deps = { db: Db }

export async function listStaffGoods({ db }: Deps, query: GoodsQuery) {
  const { rows, total } = await listGoods(db, query)
  return { items: rows, pagination: paginationOf(query, total) }
}

type MarksInput = {
  productIds: number[]
  flags?: FlagsInput
  addedLabels?: number[]
  removedLabels?: number[]
}

/** Sets flags and labels of several products, all or nothing. */
export async function saveGoodsMarks(
  { db }: Deps,
  { productIds, flags = {}, addedLabels = [], removedLabels = [] }: MarksInput,
) {
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const existing = await existingLabels(tx, { ids: addedLabels })
    if (addedLabels.some((id) => !existing.has(id)))
      throw new AppError('invalid', { fields: { give: fieldMessages.labelMissing } })
    const flagged = Object.values(flags).some((choice) => choice !== undefined)
      ? await writeMarks(tx, { productIds, flags })
      : []
    if (flagged.length > 0) await writeSaleFlags(tx, { scope: flagged })
    const labelled = [
      ...(await assignLabels(tx, { productIds, labelIds: addedLabels })),
      ...(await unassignLabels(tx, {
        productIds,
        labelIds: removedLabels.filter((id) => !addedLabels.includes(id)),
      })),
    ]
    const changed = [...new Set([...flagged, ...labelled])]
    await recordPresentationChanges(tx, { productIds: changed, labels: labelled.length > 0 })
    return { count: changed.length }
  })
}
