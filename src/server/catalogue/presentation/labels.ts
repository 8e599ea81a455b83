import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { recordPresentationChanges } from './queries-changes.ts'
import { listLabels, lockLabels, removeLabel, writeLabel } from './queries-labels.ts'

type Deps = { db: Db }
type LabelInput = { id?: number | undefined; version?: string | undefined; header: string }

export async function listStaffLabels({ db }: Deps) {
  return { items: await listLabels(db) }
}

/** Creates or renames a label; visible to buyers within a second. An existing label of that name is reused. */
export async function saveLabelChanges({ db }: Deps, { id, version, header }: LabelInput) {
  const name = header.replace(/\s+/g, ' ')
  if (name === '') throw new AppError('invalid', { fields: { header: 'Укажите название метки' } })
  return db.transaction(async (tx) => {
    await lockLabels(tx)
    const all = await listLabels(tx)
    const current = all.find((each) => each.id === id)
    const namesake = all.find((each) => nameKey(each.header) === nameKey(name) && each.id !== id)
    if (id !== undefined && !current) throw new AppError('notFound')
    if (current?.header === name) return { id: current.id, items: all }
    if (current && current.version !== version) throw new AppError('conflict')
    if (namesake && current)
      throw new AppError('invalid', { fields: { header: `Метка «${namesake.header}» уже есть` } })
    if (namesake) return { id: namesake.id, items: all }
    const savedId = await writeLabel(tx, id, name)
    await recordPresentationChanges(tx, { productIds: [], labels: true })
    return { id: savedId, items: await listLabels(tx) }
  })
}

/** Idempotent. */
export async function deleteLabel({ db }: Deps, { id }: { id: number }) {
  return db.transaction(async (tx) => {
    await lockLabels(tx)
    if (await removeLabel(tx, { id })) await recordPresentationChanges(tx, { productIds: [], labels: true })
    return { items: await listLabels(tx) }
  })
}

/** Names that differ only in case or ё are equal. */
const nameKey = (name: string) => name.toLowerCase().replaceAll('ё', 'е')
