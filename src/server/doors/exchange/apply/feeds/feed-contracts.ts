import { inArray, sql } from 'drizzle-orm'
import { applyConditions } from '#server/catalogue/conditions/apply.ts'
import { hasConditions } from '#server/catalogue/prices/shared-queries-derived.ts'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import {
  insertContract,
  lockContracts,
  replaceWarehouses,
  updateContract,
} from '#server/customers/organisations/shared-queries-write.ts'
import type { Fields } from '#server/platform/audit/changes.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import { contracts } from '#server/platform/db/schema/organisations.ts'
import { readSetting } from '#server/platform/settings.ts'
import { severalContragents, unknownContragent } from '#server/customers/contragents/texts.ts'
import type { ImportContext } from '../context.ts'
import { changedByOf } from '../run/audit-run.ts'
import { readContractLines, type ResolvedLine } from './contract-lines.ts'
import { assertPlausibleEnding, hasItems, identifiesEveryLine, rejectItem, type FeedOptions } from './feed-items.ts'

const kind = 'contracts'
const batchSize = 500

/**
 * Takes the lock of catalogue writers before that of contracts, as all who need both do; without conditions on prices
 * the feed does not wait for writers of the catalogue.
 */
export async function lockContractsAndPrices(context: ImportContext): Promise<void> {
  context.changesPrices = await hasConditions(context.db)
  if (context.changesPrices) await lockCatalogueWriters(context.db)
  await lockContracts(context.db)
}

/**
 * Creates and updates contracts of known contragents one by one; equal ones change nothing. A full feed suspends 1C's
 * contracts that it does not list.
 */
export async function applyContracts(context: ImportContext, { full, allowMassEnding }: FeedOptions): Promise<void> {
  const by = await changedByOf(context)
  for (let last = 0; ;) {
    const lines = await readContractLines(context, { after: last, limit: batchSize })
    const stored = await readContracts(context, lines)
    const numbers = new Set<string>()
    for (const line of lines) {
      const reason = findRejectReason(line, numbers)
      if (reason !== undefined) await rejectItem(context, kind, { line: line.line, code: line.item.id, reason })
      else await save(context, by, line, stored.get(line.contractId ?? 0))
    }
    last = lines.at(-1)?.line ?? last
    if (lines.length < batchSize) break
  }
  if (full && (await hasItems(context)) && (await identifiesEveryLine(context, kind)))
    await suspendMissing(context, by, allowMassEnding)
  if (context.changesPrices) await applyConditions(context.db)
}

type StoredContract = typeof contracts.$inferSelect

async function readContracts({ db }: ImportContext, lines: ResolvedLine[]): Promise<Map<number, StoredContract>> {
  const ids = lines.flatMap(({ contractId }) => contractId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.select().from(contracts).where(inArray(contracts.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The reason to reject a line, if any. `numbers` collects contract numbers used by earlier lines of the batch. */
function findRejectReason(line: ResolvedLine, numbers: Set<string>): string | undefined {
  const { item, contragents, warehouses, contractId } = line
  const { id, inn = '' } = item.contragent
  const [contragent] = contragents
  if (contragent === undefined) return inn === '' ? `Контрагент с Ид ${id} не найден` : unknownContragent(inn)
  if (contragents.length > 1) return severalContragents(inn)
  if (contractId !== null && line.contractOf !== contragent.id) return 'Этот договор закреплён за другим контрагентом'
  const number = `${contragent.id} ${item.number}`
  if (line.numberTaken || numbers.has(number)) return `У контрагента уже есть договор № ${item.number} с другим Ид`
  if (item.seller && line.sellerId === null) return `Наша организация с ИНН ${item.seller.inn} не найдена`
  if (item.priceType !== undefined && line.priceTypeId === null) return `Тип цен не найден: ${item.priceType}`
  if (item.rrcType && line.rrcTypeId === null) return `Тип цен не найден: ${item.rrcType}`
  const unknown = warehouses.find(({ id }) => id === null)
  if (unknown) return `Склад не найден: ${unknown.code}`
  if (contractId === null && item.priceType === undefined) return 'Для нового договора нужен тип цен (priceType)'
  if (contractId === null && item.warehouses === undefined) return 'Для нового договора нужны склады (warehouses)'
  numbers.add(number)
  return undefined
}

async function save(
  context: ImportContext,
  by: ChangedBy,
  line: ResolvedLine,
  stored: StoredContract | undefined,
): Promise<void> {
  const { db } = context
  const { item, contragents } = line
  const [{ id: contragentId, organisationId } = { id: 0, organisationId: 0 }] = contragents
  const terms = withoutUndefined(termsOf(line))
  const warehouseIds = [...new Set(line.warehouses.flatMap(({ id }) => id ?? []))]
  if (stored === undefined) {
    const { priceTypeId = 0, ...rest } = terms
    const { id: code1c, number, date: signedOn } = item
    const newColumns = { ...rest, code1c, number, signedOn, priceTypeId, organisationId, contragentId }
    const contractId = await insertContract(db, newColumns)
    await replaceWarehouses(db, { contractId, warehouseIds })
    const object = { type: 'contract', id: contractId, organisationId } as const
    await recordAudit(db, by, { action: 'contract.created', object, after: newColumns })
    return context.tally.add(kind, 'created')
  }
  const { id } = stored
  const columns = { ...terms, code1c: item.id, number: item.number, signedOn: item.date }
  const before = pick(stored, Object.keys(columns))
  const supplied = warehouseIds.length === 0 ? line.contractWarehouses : warehouseIds
  if (isEqual(before, columns) && isEqual(supplied, line.contractWarehouses))
    return context.tally.add(kind, 'unchanged')
  await updateContract(db, { id, terms: columns })
  if (!isEqual(supplied, line.contractWarehouses)) await replaceWarehouses(db, { contractId: id, warehouseIds })
  await recordAudit(db, by, {
    action: 'contract.changed',
    object: { type: 'contract', id, organisationId },
    before: { ...before, warehouses: line.contractWarehouses },
    after: { ...columns, warehouses: supplied },
  })
  context.tally.add(kind, 'changed')
}

/** Undefined fields are not in the line. */
function termsOf({ item, sellerId, priceTypeId, rrcTypeId, inLedger }: ResolvedLine) {
  return {
    validTo: item.validTo,
    status: item.status ?? 'active',
    sellerId: item.seller && (sellerId ?? undefined),
    priceTypeId: priceTypeId ?? undefined,
    rrcTypeId: item.rrcType === undefined ? undefined : rrcTypeId,
    payment: item.payment,
    prepaymentPercent: item.prepaymentPercent,
    deferralDays: item.deferralDays,
    creditLimitKopecks: item.creditLimit,
    debtKopecks: inLedger ? undefined : item.debt,
    advanceKopecks: inLedger ? undefined : item.advance,
    minOrderKopecks: item.minOrder,
    freeDeliveryKopecks: item.freeDelivery,
    holdDays: item.holdDays,
    stopOrders: item.stopOrders,
    debtAlert: item.debtAlert,
  }
}

async function suspendMissing(context: ImportContext, by: ChangedBy, allowMassEnding: boolean): Promise<void> {
  const { db } = context
  const { rows } = await db.execute<{ id: number; organisationId: number; status: string; named: boolean }>(sql`
    select c.id, c.organisation_id as "organisationId", c.status, exists (select from feed_answers a
      where a.id = c.code1c) as named
    from contracts c where c.code1c is not null and c.status in ('signing', 'active') order by c.id`)
  const missing = rows.filter(({ named }) => !named)
  const maxPercent = await readSetting(db, 'exchange.deactivation.mostPercent')
  assertPlausibleEnding({ leftOut: missing.length, total: rows.length }, { maxPercent, allowMassEnding })
  for (const { id, organisationId, status } of missing) {
    await updateContract(db, { id, terms: { status: 'suspended' } })
    const object = { type: 'contract', id, organisationId } as const
    await recordAudit(db, by, {
      action: 'contract.changed',
      object,
      before: { status },
      after: { status: 'suspended' },
    })
  }
  context.tally.add(kind, 'changed', missing.length)
}

function withoutUndefined<Values extends object>(values: Values) {
  const definedValues = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(definedValues) as { [Key in keyof Values]?: Exclude<Values[Key], undefined> }
}

function pick(row: StoredContract, names: string[]): Fields {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))
}

function isEqual(one: Fields | unknown[], other: Fields | unknown[]): boolean {
  const entries = (value: object) => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return entries(one) === entries(other)
}
