import { lockCatalogueWriters, requestRebuild } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import {
  countActiveGoods,
  listParameterNames,
  listParameters,
  writeOrder,
  writeParameterName,
  writeVisibility,
  type VisibilityInput,
} from './queries-parameters.ts'

type Deps = { db: Db }

export async function listStaffParameters({ db }: Deps) {
  return { items: await listParameters(db), goods: await countActiveGoods(db) }
}

/** Sets name and unit as buyers see them. 1C's own name is not stored, so that it keeps following 1C. */
export function renameParameter(
  { db }: Deps,
  actor: Actor,
  { id, name, unit }: { id: number; name: string; unit: string },
) {
  return changeParameters(db, async (tx) => {
    const all = await listParameterNames(tx)
    const parameter = all.find((each) => each.id === id)
    if (!parameter) throw new AppError('notFound')
    const entered = collapseSpaces(name)
    const staffName = entered === parameter.exchangeName ? '' : entered
    const named = { staffName, unit: collapseSpaces(unit) }
    if (named.staffName === parameter.staffName && named.unit === parameter.unit) return false
    const shownName = `${staffName || parameter.exchangeName}${named.unit === '' ? '' : `, ${named.unit}`}`
    const namesake = all.find((each) => each.id !== id && nameKey(each.shownName) === nameKey(shownName))
    if (namesake && (staffName !== '' || named.unit !== ''))
      throw new AppError('invalid', { fields: { header: `Параметр «${namesake.shownName}» уже есть` } })
    await writeParameterName(tx, { id, ...named })
    const before = { staffName: parameter.staffName, unit: parameter.unit }
    const object = { type: 'parameter', id } as const
    await recordAudit(tx, byAccount(actor), { action: 'parameter.changed', object, before, after: named })
    return true
  })
}

export function setVisibility({ db }: Deps, actor: Actor, { ids, filter, card }: VisibilityInput) {
  return changeParameters(db, async (tx) => {
    const changed = await writeVisibility(tx, { ids, filter, card })
    const entries = changed.map(({ id, before, after }) => {
      const object = { type: 'parameter', id } as const
      return { action: 'parameter.changed', object, before, after } as const
    })
    await recordAudit(tx, byAccount(actor), ...entries)
    return changed.length > 0
  })
}

export function moveParameterBefore({ db }: Deps, actor: Actor, { id, before }: { id: number; before: number | null }) {
  return changeParameters(db, async (tx) => {
    const ids = (await listParameterNames(tx)).map((each) => each.id)
    if (!ids.includes(id) || (before !== null && !ids.includes(before))) throw new AppError('notFound')
    if (before === id) return false
    const others = ids.filter((each) => each !== id)
    const position = before === null ? others.length : others.indexOf(before)
    if (!(await writeOrder(tx, others.toSpliced(position, 0, id)))) return false
    await recordAudit(tx, byAccount(actor), {
      action: 'parameters.order-changed',
      object: { type: 'parameter', id },
      before: { place: ids.indexOf(id) + 1 },
      after: { place: position + 1 },
    })
    return true
  })
}

export function resetParameterOrder({ db }: Deps, actor: Actor) {
  return changeParameters(db, async (tx) => {
    if (!(await writeOrder(tx, null))) return false
    await recordAudit(tx, byAccount(actor), {
      action: 'parameters.order-changed',
      object: { type: 'parameter', id: null },
    })
    return true
  })
}

/** Serialised with imports, which write the same rows. Every process loads the change with its next snapshot. */
async function changeParameters(db: Db, write: (tx: Db) => Promise<boolean>) {
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    if (await write(tx)) await requestRebuild(tx)
    return listStaffParameters({ db: tx })
  })
}

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()
/** Names that differ only in case or ё are equal. */
const nameKey = (name: string) => name.toLowerCase().replaceAll('ё', 'е')
