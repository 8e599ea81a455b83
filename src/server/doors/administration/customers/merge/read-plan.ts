import { createHash } from 'node:crypto'
import { listContractsOf, listContragentsOf } from '#server/customers/organisations/shared-queries-merge.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { planContragents, type ContragentPlan } from './plan-contragents.ts'
import { findSide, type MergedSide } from './queries-merge.ts'

export type MergePlan = {
  /** It is closed; everything of it goes to `kept`. */
  closed: MergedSide
  kept: MergedSide
  contragents: ContragentPlan
  /** Of what is decided by the merge; new orders do not change it. */
  version: string
}

type Both = { fromId: number; toId: number }

/** What merging two customers of the caller would do. Throws `notFound` for others. */
export async function readMergePlan({ db }: { db: Db }, actor: StaffActor, both: Both): Promise<MergePlan> {
  assertTwo(both)
  const plan = await planMerge(db, actor, both)
  if (plan.closed.mergedIntoId !== null || plan.kept.mergedIntoId !== null) throw new AppError('organisationMerged')
  return plan
}

export function assertTwo({ fromId, toId }: Both): void {
  if (fromId === toId) throw new AppError('invalid', { fields: { target: 'Выберите другую организацию' } })
}

export async function planMerge(db: Db, actor: StaffActor, { fromId, toId }: Both): Promise<MergePlan> {
  const closed = await findSide(db, { actor, organisationId: fromId })
  const kept = await findSide(db, { actor, organisationId: toId })
  if (!closed || !kept) throw new AppError('notFound')
  const contragents = await listContragentsOf(db, [fromId, toId])
  const contracts = await listContractsOf(db, [fromId, toId])
  const sides = [closed, kept].map(({ name, status, managerId, people }) => ({ name, status, managerId, people }))
  return {
    closed,
    kept,
    contragents: planContragents({ fromId, toId, contragents, contracts }),
    version: createHash('sha256').update(JSON.stringify({ sides, contragents, contracts })).digest('hex').slice(0, 32),
  }
}
