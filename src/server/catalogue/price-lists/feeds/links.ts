import { randomBytes } from 'node:crypto'
import { AppError } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { BuyerActor } from '#server/platform/sessions/actor.ts'
import { getContractView } from '#server/customers/organisations/contract-view.ts'
import { findContractView } from '#server/customers/organisations/shared-queries-contracts.ts'
import type { FeedRequest } from './feeds.ts'
import type { RequestOrigin } from '../files.ts'
import {
  countLinks,
  findDuplicateLink,
  findOpenLink,
  insertLink,
  listLinks,
  lockContract,
  recordUse,
  revokeLink as revoke,
  type LinkRow,
} from './queries-links.ts'

type Deps = { db: Db }

const maxLinks = 20
const duplicateWithinSeconds = 60
const useRecordIntervalMinutes = 5

/** Active links of a contract, or of all contracts of the account. */
export async function listPriceLinks(
  { db }: Deps,
  { accountId }: BuyerActor,
  { contractId }: { contractId: number | undefined },
): Promise<LinkRow[]> {
  if (contractId !== undefined) await getContractView({ db }, { accountId, contractId })
  return listLinks(db, { accountId, contractId })
}

/** Creates a public link to a contract's YML. It shows prices until it is revoked. */
export async function createPriceLink(
  { db }: Deps,
  { accountId }: BuyerActor,
  input: { contractId: number | undefined; name: string } & RequestOrigin,
) {
  const { contractId } = await getContractView({ db }, { accountId, contractId: input.contractId })
  const id = await db.transaction(async (tx) => {
    await lockContract(tx, { contractId })
    const linkInput = { accountId, contractId, name: input.name }
    const duplicate = await findDuplicateLink(tx, linkInput, { withinSeconds: duplicateWithinSeconds })
    if (duplicate !== undefined) return duplicate
    if ((await countLinks(tx, { contractId })) >= maxLinks) throw new AppError('tooManyLinks')
    return insertLink(tx, { ...linkInput, origin: input.origin, token: randomBytes(24).toString('base64url') })
  })
  return { id, links: await listLinks(db, { accountId, contractId }) }
}

/** Revokes a link, which answers 404 afterwards. Idempotent. */
export async function revokePriceLink(
  { db }: Deps,
  { accountId }: BuyerActor,
  { linkId }: { linkId: number },
): Promise<LinkRow[]> {
  const contractId = await revoke(db, { accountId, linkId })
  if (contractId === undefined) throw new AppError('notFound')
  return listLinks(db, { accountId, contractId })
}

/**
 * The feed behind a public link, with the prices its author sees. Throws `notFound` if the link is unknown or revoked,
 * or its author may no longer see price lists.
 */
export async function openPriceLink({ db }: Deps, { token }: { token: string }): Promise<FeedRequest> {
  const link = await findOpenLink(db, { token, useRecordIntervalMinutes })
  if (!link) throw new AppError('notFound')
  const view = await findContractView(db, link)
  if (!view) throw new AppError('notFound')
  if (link.unused) await recordUse(db, { linkId: link.id })
  return { view, origin: link.origin, pricePolitics: link.pricePolitics }
}
