import { moveUploadKnowledgeOf } from '#server/buying/uploads/shared-queries-merge.ts'
import {
  deleteContragent,
  getWholeContragent,
  moveContractsOfContragent,
  type WholeContragent,
} from '#server/customers/organisations/shared-queries-merge.ts'
import { updateContract, updateContragent } from '#server/customers/organisations/shared-queries-write.ts'
import { moveRequestsOfContragent } from '#server/customers/registration/shared-queries-merge.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import type { ContragentPlan } from './plan-contragents.ts'

/** Contragents that are the same firm become one, with the contracts and 1C's Ид of both. */
export async function joinContragents(
  tx: Db,
  actor: StaffActor,
  { toId, plan }: { toId: number; plan: ContragentPlan },
): Promise<void> {
  for (const { contract, becomes } of plan.renamed) {
    await updateContract(tx, { id: contract.id, terms: { number: becomes } })
    await recordAudit(tx, byAccount(actor), {
      action: 'contract.changed',
      object: { type: 'contract', id: contract.id, organisationId: toId },
      before: { number: contract.number },
      after: { number: becomes },
    })
  }
  for (const { gone, kept } of plan.joined) await join(tx, actor, { goneId: gone.id, keptId: kept.id, toId })
}

type Pair = { goneId: number; keptId: number; toId: number }

async function join(tx: Db, actor: StaffActor, { goneId, keptId, toId }: Pair): Promise<void> {
  const gone = await getWholeContragent(tx, { id: goneId })
  const kept = await getWholeContragent(tx, { id: keptId })
  const both = { fromId: goneId, toId: keptId }
  await moveContractsOfContragent(tx, both)
  await moveRequestsOfContragent(tx, both)
  await moveUploadKnowledgeOf(tx, both)
  await deleteContragent(tx, { id: goneId })
  const gaps = gapsOf(kept, gone)
  await updateContragent(tx, { id: keptId, ...gaps })
  const { id: _id, organisationId: _organisation, ...requisites } = gone
  const object = { type: 'contragent', id: keptId, organisationId: toId } as const
  const before = Object.fromEntries(Object.keys(gaps).map((name) => [name, kept[name as keyof WholeContragent]]))
  await recordAudit(
    tx,
    byAccount(actor),
    { action: 'contragent.changed', object, before, after: gaps },
    {
      action: 'contragent.merged',
      object: { type: 'contragent', id: goneId, organisationId: toId },
      before: requisites,
      after: { contragentId: keptId },
    },
  )
}

/**
 * What goes over together, so that no account stands next to another bank's БИК. One ИНН has one КПП here, whatever
 * else is known; an empty actual address means the legal one.
 */
const sets = [
  ['code1c'],
  ['kpp'],
  ['ogrn', 'fullName', 'legalAddress', 'actualAddress'],
  ['headPost', 'headName'],
  ['bank', 'bik', 'account', 'correspondentAccount'],
  ['phone'],
  ['email'],
] as const satisfies (keyof WholeContragent)[][]

/** Sets that only the other one has. Whether the one that stays takes orders is not the merge's to change. */
function gapsOf(kept: WholeContragent, gone: WholeContragent): Partial<WholeContragent> {
  const missing = sets.filter((names) => names.every((name) => isEmpty(kept[name]))).flat()
  return Object.fromEntries(missing.flatMap((name) => (isEmpty(gone[name]) ? [] : [[name, gone[name]]])))
}

const isEmpty = (value: string | null) => value === null || value === ''
