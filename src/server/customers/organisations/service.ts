import { may } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { chooseContract as keepChoice, listContracts } from './shared-queries-contracts.ts'

type Deps = { db: Db }

/** Contracts that the caller may use, the chosen one first. The text about a debt names sums: not for everybody. */
export async function listOwnContracts({ db }: Deps, actor: Actor) {
  const contracts = await listContracts(db, { accountId: actor.accountId })
  const seesSums = may(actor, 'price.view')
  return contracts.map(({ debtAlert, ...contract }, index) => ({
    ...contract,
    debtAlert: seesSums ? debtAlert : null,
    selected: index === 0,
  }))
}

/** Chooses a contract; throws `notFound` for a foreign or not allotted one. */
export async function chooseContract(
  { db }: Deps,
  actor: Actor,
  { contractId }: { contractId: number },
): Promise<void> {
  const chosen = await keepChoice(db, { accountId: actor.accountId, contractId })
  if (!chosen) throw new AppError('notFound')
}
