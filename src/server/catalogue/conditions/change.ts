import { addDays, formatDay, type Day } from '#shared/rules/dates.ts'
import { formatKopecks } from '#shared/rules/money.ts'
import { formatPercent } from '#shared/rules/prices/price-source.ts'
import type { ChangedBy } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { applyConditions, applyConditionsLater } from './apply.ts'
import {
  deleteCondition,
  findCondition,
  findSameCondition,
  insertCondition,
  listTypesOf,
  updateCondition,
  type ConditionValues,
  type OwnerFacts,
  type StoredCondition,
} from './queries.ts'

type Change = { owner: OwnerFacts; changedBy: ChangedBy; today: Day }
type Saving = Change & { id: number | undefined; code1c: string | null; values: ConditionValues }

/**
 * Adds or changes a condition and the prices that follow from it, in the caller's transaction under the lock of
 * catalogue writers. Equal values change nothing.
 */
export async function saveCondition(tx: Db, saving: Saving): Promise<'created' | 'changed' | 'unchanged'> {
  const { id, owner, changedBy, today } = saving
  const before = id === undefined ? undefined : await findCondition(tx, { id })
  const written = await writeCondition(tx, saving, before)
  if (written === undefined) return 'unchanged'
  await follow(tx, owner, today)
  const after = await findCondition(tx, { id: written })
  await recordAudit(tx, changedBy, {
    action: before ? 'price-condition.changed' : 'price-condition.created',
    object: objectOf(owner),
    before: before ? auditField(before) : {},
    after: after ? auditField(after) : {},
  })
  return before ? 'changed' : 'created'
}

/** Ends a condition as of yesterday; one that has not begun is deleted. Idempotent. */
export async function endCondition(
  tx: Db,
  { condition, owner, changedBy, today }: Change & { condition: StoredCondition },
): Promise<boolean> {
  const { id, startsOn, endsOn } = condition
  if (endsOn !== null && endsOn < today) return false
  if (startsOn >= today) await deleteCondition(tx, { id })
  else await updateCondition(tx, { id, endsOn: addDays(today, -1), accountId: changedBy.accountId })
  await follow(tx, owner, today)
  await recordAudit(tx, changedBy, {
    action: 'price-condition.ended',
    object: objectOf(owner),
    before: auditField(condition),
    after: {},
  })
  return true
}

/** Writes the owner's prices. Those of contracts with conditions of their own, which are many, are left to the job. */
async function follow(tx: Db, { contractId, priceTypeId }: OwnerFacts, today: Day): Promise<void> {
  const owner = { contractId, priceTypeId }
  const { own, others } = await listTypesOf(tx, owner)
  await applyConditions(tx, { types: own, owner, today })
  await applyConditionsLater(tx, { types: others })
}

/** Returns the id of the written condition; undefined if an equal one stands. */
async function writeCondition(
  tx: Db,
  { id, code1c, owner, values, changedBy: { accountId } }: Saving,
  before: StoredCondition | undefined,
): Promise<number | undefined> {
  const { contractId, priceTypeId } = owner
  if (before && isSame(before, { ...values, contractId, priceTypeId })) return undefined
  if (id !== undefined) {
    await updateCondition(tx, { id, contractId, priceTypeId, ...values, accountId })
    return id
  }
  if (code1c === null && (await findSameCondition(tx, { contractId, priceTypeId }, values)) !== undefined)
    return undefined
  return insertCondition(tx, { contractId, priceTypeId, ...values, code1c, accountId })
}

function isSame(stored: StoredCondition, values: Partial<StoredCondition>): boolean {
  return Object.entries(values).every(([name, value]) => stored[name as keyof StoredCondition] === value)
}

const objectOf = ({ contractId, priceTypeId, organisationId }: OwnerFacts) =>
  contractId === null
    ? ({ type: 'prices', id: priceTypeId } as const)
    : ({ type: 'contract', id: contractId, organisationId } as const)

/** {'condition.12': '7 %, Электроинструмент, с 27.11.2026'} */
function auditField({ id, discount, priceKopecks, of, startsOn, endsOn }: StoredCondition): Record<string, string> {
  const what = discount === null ? `${formatKopecks(priceKopecks ?? 0)} ₽` : formatPercent(discount / 100)
  const until = endsOn === null ? '' : ` по ${formatDay(endsOn)}`
  return { [`condition.${id}`]: `${what}, ${of ?? 'все товары'}, с ${formatDay(startsOn)}${until}` }
}
