import { sql } from 'drizzle-orm'
import type { BreakTarget } from '#shared/api/staff/pricing/price-breaks.ts'
import { may } from '#shared/rights.ts'
import { discountedKopecks } from '#shared/rules/prices/discount.ts'
import { findTargets, hasTarget } from '#server/catalogue/prices/shared-queries-targets.ts'
import { findPricedGoods } from '#server/catalogue/showcase/shared-queries-sellable.ts'
import { AppError, throwIfInvalid } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Fields } from '#server/platform/audit/changes.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { readSetting } from '#server/platform/settings.ts'
import {
  endBreak,
  findBreak,
  findSameBreak,
  insertBreak,
  listCovered,
  listStaffBreaks,
  lockOwner,
  updateBreak,
  type BreakValues,
  type Owner,
  type OwnerFacts,
  type PreviewRow,
  type StoredBreak,
} from './queries-staff.ts'

type Deps = { db: Db }

export type StaffBreaks = { owner: OwnerFacts; breaks: StoredBreak[]; total: number }

export async function readStaffBreaks({ db }: Deps, actor: StaffActor, input: Owner): Promise<StaffBreaks> {
  const owner = await openOwner(db, actor, input)
  return { owner, ...(await listStaffBreaks(db, owner)) }
}

/** Adds or changes a break. Idempotent: a second equal request changes nothing. */
export async function saveStaffBreak(
  { db }: Deps,
  actor: StaffActor,
  { id, owner: input, values }: { id: number | undefined; owner: Owner; values: BreakValues },
): Promise<StaffBreaks> {
  checkValues(values)
  await db.transaction(async (tx) => {
    const owner = await openOwner(tx, actor, input, { locked: true })
    if (!(await hasTarget(tx, values))) throw new AppError('invalid', { fields: { target_id: 'Выберите из списка' } })
    const before = id === undefined ? undefined : await getOwn(tx, owner, id)
    const same = await findSameBreak(tx, owner, values)
    if (same && same.id !== id) {
      const stored = await findBreak(tx, { id: same.id })
      // The first of two equal requests has added it.
      if (id === undefined && stored && isSamePrice(stored, values)) return
      throw new AppError('invalid', { fields: { from: 'Цена от этого порога уже есть' } })
    }
    if (before) await updateBreak(tx, { id: before.id, ...values })
    const savedId = before?.id ?? (await insertBreak(tx, { ...ownerOf(owner), ...values }))
    const saved = await findBreak(tx, { id: savedId })
    await recordAudit(tx, byAccount(actor), {
      action: before ? 'price-break.changed' : 'price-break.created',
      object: { type: 'price-break', id: savedId, organisationId: owner.organisationId },
      before: before ? auditFields(owner, before) : {},
      after: saved ? auditFields(owner, saved) : {},
    })
  })
  return readStaffBreaks({ db }, actor, input)
}

/** Idempotent. */
export async function endStaffBreak(
  { db }: Deps,
  actor: StaffActor,
  { id, owner: input }: { id: number; owner: Owner },
): Promise<StaffBreaks> {
  await db.transaction(async (tx) => {
    const owner = await openOwner(tx, actor, input, { locked: true })
    const stored = await findBreak(tx, { id })
    if (!stored) return
    await getOwn(tx, owner, id)
    await endBreak(tx, { id })
    await recordAudit(tx, byAccount(actor), {
      action: 'price-break.ended',
      object: { type: 'price-break', id, organisationId: owner.organisationId },
      before: auditFields(owner, stored),
      after: {},
    })
  })
  return readStaffBreaks({ db }, actor, input)
}

export type PreviewedGood = PreviewRow & { afterKopecks: number; lossKopecks: number | null }
export type Preview = { cheaper: number; losses: number; examples: PreviewedGood[] }

const maxExamples = 5

/**
 * What a break does to the goods on sale; the largest losses first. Purchase prices are for administrators: others are
 * told of no losses.
 */
export async function previewStaffBreak(
  { db }: Deps,
  actor: StaffActor,
  { owner: input, values }: { owner: Owner; values: BreakValues },
): Promise<Preview> {
  checkValues(values)
  const { paidTypeId } = await openOwner(db, actor, input)
  const purchaseType = may(actor, 'staff.settings') ? await readSetting(db, 'prices.purchaseType') : ''
  const covered = await listCovered(db, { paidTypeId, values, purchaseType })
  const cheaper = covered.map((row) => previewed(row, values)).filter((row) => row.afterKopecks < row.beforeKopecks)
  const losing = cheaper.filter(({ lossKopecks }) => lossKopecks !== null)
  return {
    cheaper: cheaper.length,
    losses: losing.length,
    examples: cheaper
      .toSorted((one, other) => (other.lossKopecks ?? -1) - (one.lossKopecks ?? -1) || one.id - other.id)
      .slice(0, maxExamples),
  }
}

export async function findStaffTargets(
  { db }: Deps,
  { target, query }: { target: BreakTarget; query: string },
): Promise<{ id: number; header: string; articul: string }[]> {
  if (query === '' || target === 'all') return []
  if (target !== 'good') return findTargets(db, { kind: target, query })
  return findPricedGoods(db, { query })
}

/** Throws `notFound` for a contract of others; a price type is for administrators. */
async function openOwner(
  db: Db,
  actor: StaffActor,
  owner: Owner,
  { locked = false }: { locked?: boolean } = {},
): Promise<OwnerFacts> {
  if (owner.priceTypeId !== null && !may(actor, 'staff.settings')) throw new AppError('forbidden')
  // Prices and orders that only refer to the row do not wait.
  const ownRow = owner.priceTypeId === null ? sql`for no key update of c` : sql`for no key update of t`
  const facts = await lockOwner(db, actor, owner, locked ? ownRow : undefined)
  if (!facts) throw new AppError('notFound')
  return facts
}

/** Throws `notFound` for a break of another owner; one of 1C would come back with the next feed. */
async function getOwn(db: Db, { contractId, priceTypeId }: OwnerFacts, id: number): Promise<StoredBreak> {
  const stored = await findBreak(db, { id })
  if (stored?.contractId !== contractId || stored.priceTypeId !== priceTypeId) throw new AppError('notFound')
  if (stored.code1c !== null) throw new AppError('breakOf1c')
  return stored
}

function checkValues({ priceKopecks, percentHundredths, productId }: BreakValues): void {
  const fields: Record<string, string> = {}
  if (priceKopecks === null && percentHundredths === null) fields.percent = 'Нужна скидка или цена'
  else if (priceKopecks !== null && percentHundredths !== null) fields.percent = 'Или скидка, или цена'
  else if (priceKopecks !== null && productId === null) fields.price = 'Цена бывает только у одного товара'
  throwIfInvalid(fields)
}

function isSamePrice(one: BreakValues, other: BreakValues): boolean {
  return one.priceKopecks === other.priceKopecks && one.percentHundredths === other.percentHundredths
}

function previewed(row: PreviewRow, { priceKopecks, percentHundredths }: BreakValues): PreviewedGood {
  const afterKopecks = priceKopecks ?? discountedKopecks(row.listKopecks, percentHundredths ?? 0)
  const lossKopecks =
    row.purchaseKopecks !== null && afterKopecks < row.purchaseKopecks ? row.purchaseKopecks - afterKopecks : null
  return { ...row, afterKopecks, lossKopecks }
}

const ownerOf = ({ contractId, priceTypeId }: OwnerFacts): Owner => ({ contractId, priceTypeId })

function auditFields({ header: owner }: OwnerFacts, stored: StoredBreak): Fields {
  const { header, articul, leastQuantityMilli, leastSumKopecks, priceKopecks, percentHundredths } = stored
  return {
    breakOwner: owner,
    breakOf: header === null ? 'все товары' : [articul, header].filter(Boolean).join(' '),
    leastQuantityMilli,
    leastSumKopecks,
    priceKopecks,
    discountPercent: percentHundredths === null ? null : percentHundredths / 100,
  }
}
