import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { chooseContract as keepChoice, listContracts } from './shared-queries-contracts.ts'

type Deps = { db: Db }

/** The contracts the caller may work under, the one chosen now first. */
export async function listOwnContracts({ db }: Deps, actor: Actor) {
  const listed = await listContracts(db, { accountId: actor.accountId })
  return listed.map((contract, index) => ({ ...contract, selected: index === 0 }))
}

/** Makes a contract the chosen one; a foreign or not allotted one is refused as missing. */
export async function chooseContract(
  { db }: Deps,
  actor: Actor,
  { contractId }: { contractId: number },
): Promise<void> {
  const chosen = await keepChoice(db, { accountId: actor.accountId, contractId })
  if (!chosen) throw new AppError('notFound')
}
