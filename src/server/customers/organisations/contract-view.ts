import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findContractView, type ContractView } from './shared-queries-contracts.ts'

/**
 * The view of a contract that the account may use: the given one, otherwise the chosen or the first one. Throws
 * `notFound` for a foreign or not allotted contract.
 */
export async function getContractView(
  { db }: { db: Db },
  { accountId, contractId }: { accountId: number; contractId: number | undefined },
): Promise<ContractView> {
  const view = await findContractView(db, { accountId, contractId })
  if (view) return view
  throw new AppError(contractId === undefined ? 'noContract' : 'notFound')
}
