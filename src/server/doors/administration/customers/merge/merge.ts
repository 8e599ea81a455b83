import { moveCallbacksOf } from '#server/aftersale/callbacks/shared-queries-merge.ts'
import { moveChatsOf } from '#server/aftersale/chat/shared-queries-merge.ts'
import { moveClaimsOf } from '#server/aftersale/claims/shared-queries-merge.ts'
import { moveAudienceOf } from '#server/aftersale/pages/shared-queries-merge.ts'
import { moveActsOf } from '#server/buying/acts/shared-queries-merge.ts'
import { lockOrdersOf, moveOrdersOf } from '#server/buying/orders/shared-queries-merge.ts'
import { moveAccountsOf } from '#server/customers/accounts/shared-queries-write.ts'
import { moveAddressesOf } from '#server/customers/addresses/shared-queries-write.ts'
import { moveConsigneesOf } from '#server/customers/consignees/shared-queries-merge.ts'
import { closeMerged, lockForMerge, moveContractsOf } from '#server/customers/organisations/shared-queries-merge.ts'
import { setPersonalManager } from '#server/customers/organisations/shared-queries-write.ts'
import { moveRequestsOf } from '#server/customers/registration/shared-queries-merge.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit, type AuditEntry } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { lockCustomer } from '../queries-card.ts'
import { joinContragents } from './join-contragents.ts'
import { moveNotesOf } from './queries-merge.ts'
import { assertTwo, planMerge, type MergePlan } from './read-plan.ts'

type Merge = { fromId: number; toId: number; version: string }

/**
 * Everything of one customer goes over to another one, and the first is closed with a mark. `version` is that of the
 * preview. Idempotent.
 */
export async function mergeCustomers({ db }: { db: Db }, actor: StaffActor, merge: Merge): Promise<void> {
  const { fromId, toId, version } = merge
  assertTwo(merge)
  await db.transaction(async (tx) => {
    const locked = await lockBoth(tx, actor, merge)
    if (locked.from.mergedIntoId === toId) return
    if (locked.from.mergedIntoId !== null || locked.to.mergedIntoId !== null) throw new AppError('organisationMerged')
    await lockOrdersOf(tx, { organisationId: fromId })
    await lockForMerge(tx, { fromId, toId })
    const plan = await planMerge(tx, actor, { fromId, toId })
    if (plan.kept.status !== 'active') throw new AppError('invalid', { fields: { target: keptMustWork } })
    if (plan.version !== version) throw new AppError('conflict')
    const moved = await moveRows(tx, merge)
    await joinContragents(tx, actor, { toId, plan: plan.contragents })
    if (plan.kept.managerId === null && plan.closed.managerId !== null)
      await setPersonalManager(tx, { organisationId: toId, personalManagerId: plan.closed.managerId })
    await closeMerged(tx, { fromId, toId })
    await recordAudit(tx, byAccount(actor), ...entriesOf(plan, moved))
  })
}

const keptMustWork = 'Остаться может только действующая организация'

async function lockBoth(tx: Db, actor: StaffActor, { fromId, toId }: Merge) {
  const lock = async (organisationId: number) => {
    const customer = await lockCustomer(tx, { actor, organisationId })
    if (!customer) throw new AppError('notFound')
    return customer
  }
  if (fromId < toId) return { from: await lock(fromId), to: await lock(toId) }
  const to = await lock(toId)
  return { from: await lock(fromId), to }
}

type Moved = { accountIds: number[]; contractIds: number[] }

/** Each room moves its rows. */
async function moveRows(tx: Db, { fromId, toId }: Merge): Promise<Moved> {
  const both = { fromId, toId }
  const contractIds = await moveContractsOf(tx, both)
  const accountIds = await moveAccountsOf(tx, both)
  await moveAddressesOf(tx, both)
  await moveConsigneesOf(tx, both)
  await moveRequestsOf(tx, both)
  await moveOrdersOf(tx, both)
  await moveActsOf(tx, both)
  await moveClaimsOf(tx, both)
  await moveChatsOf(tx, both)
  await moveCallbacksOf(tx, both)
  await moveAudienceOf(tx, both)
  await moveNotesOf(tx, both)
  return { accountIds, contractIds }
}

function entriesOf({ closed, kept }: MergePlan, { accountIds, contractIds }: Moved): AuditEntry[] {
  const entry = (type: 'account' | 'contract', action: AuditEntry['action']) => (id: number) => ({
    action,
    object: { type, id, organisationId: kept.id },
    before: { organisationId: closed.id },
    after: { organisationId: kept.id },
  })
  return [
    {
      action: 'organisation.merged',
      object: { type: 'organisation', id: closed.id, organisationId: closed.id },
      before: {},
      after: { mergedIntoId: kept.id },
    },
    {
      action: 'organisation.merged',
      object: { type: 'organisation', id: kept.id, organisationId: kept.id },
      before: { personalManagerId: kept.managerId },
      after: { personalManagerId: kept.managerId ?? closed.managerId, absorbedId: closed.id },
    },
    ...accountIds.map(entry('account', 'account.moved')),
    ...contractIds.map(entry('contract', 'contract.changed')),
  ]
}
