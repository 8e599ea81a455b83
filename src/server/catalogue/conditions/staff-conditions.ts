import { addDays, dayOf, type Day } from '#shared/rules/dates.ts'
import { may } from '#shared/rights.ts'
import { fieldMessages } from '#shared/texts.ts'
import { findTargets, hasTarget } from '#server/catalogue/prices/shared-queries-targets.ts'
import { findPricedGoods } from '#server/catalogue/showcase/shared-queries-sellable.ts'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { readSetting } from '#server/platform/settings.ts'
import { endCondition, saveCondition } from './change.ts'
import {
  findCondition,
  findOwner,
  listConditions,
  type ConditionValues,
  type Owner,
  type OwnerFacts,
  type StoredCondition,
} from './queries.ts'
import { previewCondition, type Preview } from './queries-preview.ts'

type Deps = { db: Db }

/** A condition's last day may be this many days ahead: a year in a date is easily mistyped. */
const maxDaysAhead = 5 * 366

export async function readConditions({ db }: Deps, actor: StaffActor, owner: Owner): Promise<StoredCondition[]> {
  const facts = await openOwner(db, actor, owner)
  return listConditions(db, { ...facts, today: dayOf(new Date()) })
}

/** Adds or changes a condition; prices of goods follow in the same transaction. Idempotent. */
export async function saveStaffCondition(
  { db }: Deps,
  actor: StaffActor,
  { id, owner, values }: { id: number | undefined; owner: Owner; values: ConditionValues },
): Promise<StoredCondition[]> {
  const today = dayOf(new Date())
  checkPeriod(values, today)
  await db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const facts = await openOwner(tx, actor, owner)
    await assertTarget(tx, values)
    if (id !== undefined) await findOwn(tx, facts, id)
    await saveCondition(tx, { id, code1c: null, owner: facts, values, changedBy: byAccount(actor), today })
  })
  return readConditions({ db }, actor, owner)
}

/** Idempotent. */
export async function endStaffCondition(
  { db }: Deps,
  actor: StaffActor,
  { id, owner }: { id: number; owner: Owner },
): Promise<StoredCondition[]> {
  await db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const facts = await openOwner(tx, actor, owner)
    const condition = await findCondition(tx, { id })
    // Deleted by the first of two equal requests.
    if (condition === undefined) return
    await findOwn(tx, facts, id)
    await endCondition(tx, { condition, owner: facts, changedBy: byAccount(actor), today: dayOf(new Date()) })
  })
  return readConditions({ db }, actor, owner)
}

/** Purchase prices are for administrators: others are told of no losses. */
export async function previewStaffCondition(
  { db }: Deps,
  actor: StaffActor,
  { owner, values }: { owner: Owner; values: Omit<ConditionValues, 'startsOn' | 'endsOn'> },
): Promise<Preview> {
  const facts = await openOwner(db, actor, owner)
  const purchaseType = may(actor, 'staff.settings') ? await readSetting(db, 'prices.purchaseType') : ''
  return previewCondition(db, { owner: facts, values, purchaseType })
}

export async function findConditionTargets(
  { db }: Deps,
  { target, query }: { target: 'category' | 'brand' | 'good'; query: string },
): Promise<{ id: number; header: string; articul: string }[]> {
  if (query === '') return []
  if (target === 'good') return findPricedGoods(db, { query })
  return findTargets(db, { kind: target, query })
}

/** Throws `notFound` for a contract of others; a price type is for administrators. */
async function openOwner(db: Db, actor: StaffActor, owner: Owner): Promise<OwnerFacts> {
  if (owner.priceTypeId !== null && !may(actor, 'staff.settings')) throw new AppError('forbidden')
  const facts = await findOwner(db, actor, owner)
  if (!facts) throw new AppError('notFound')
  return facts
}

/** Throws `notFound` for a condition of another contract, and refuses to change one of 1C, which would return. */
async function findOwn(db: Db, { contractId, priceTypeId }: OwnerFacts, id: number): Promise<void> {
  const condition = await findCondition(db, { id })
  if (condition?.contractId !== contractId || condition.priceTypeId !== priceTypeId) throw new AppError('notFound')
  if (condition.code1c !== null) throw new AppError('invalid', { message: 'Это условие прислала 1С: измените его там' })
}

function checkPeriod({ startsOn, endsOn }: ConditionValues, today: Day): void {
  const last = addDays(today, maxDaysAhead)
  const fields: Record<string, string> = {}
  if (startsOn > last) fields.starts = 'Не дальше пяти лет вперёд'
  if (endsOn !== null && endsOn < today) fields.ends = 'Последний день уже прошёл'
  else if (endsOn !== null && endsOn > last) fields.ends = 'Не дальше пяти лет вперёд'
  else if (endsOn !== null && startsOn > endsOn) fields.ends = fieldMessages.firstDayAfterLast
  throwIfInvalid(fields)
}

async function assertTarget(db: Db, values: ConditionValues): Promise<void> {
  if (!(await hasTarget(db, values))) throw new AppError('invalid', { fields: { target_id: 'Выберите из найденного' } })
}
