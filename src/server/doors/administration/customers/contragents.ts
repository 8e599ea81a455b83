import {
  checkRequisites,
  removeContragent,
  saveChecked,
  setContragentStatus,
} from '#server/customers/contragents/service.ts'
import type { ContragentInput } from '#server/customers/contragents/shape-form.ts'
import type { Suggestions } from '#server/customers/suggestions/service.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { StaffActor } from '#server/platform/sessions/actor.ts'
import { changeCustomer } from './service.ts'

type Deps = { db: Db }
type Ref = { organisationId: number; id: number }

/** Adds a contragent to a customer, or changes one. Idempotent. */
export async function saveCustomerContragent(
  { db, suggestions }: Deps & { suggestions: Pick<Suggestions, 'findParties'> },
  actor: StaffActor,
  { organisationId, input }: { organisationId: number; input: ContragentInput },
) {
  const checked = await checkRequisites(suggestions, input)
  return changeCustomer({ db }, actor, { organisationId }, (tx, editor) =>
    saveChecked(tx, editor, { ...input, checked }),
  )
}

/** Idempotent. */
export async function switchCustomerContragent(
  deps: Deps,
  actor: StaffActor,
  { organisationId, id, active }: Ref & { active: boolean },
) {
  return changeCustomer(deps, actor, { organisationId }, (tx, editor) =>
    setContragentStatus({ db: tx }, editor, { id, status: active ? 'active' : 'inactive' }),
  )
}

/** Idempotent. */
export async function deleteCustomerContragent(
  deps: Deps,
  actor: StaffActor,
  { organisationId, id }: Ref,
): Promise<void> {
  await changeCustomer(deps, actor, { organisationId }, (tx, editor) => removeContragent({ db: tx }, editor, { id }))
}
