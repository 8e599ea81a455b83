import { randomBytes } from 'node:crypto'
import { may } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import { getContractView } from '#server/features/organisations/contract-view.ts'
import { findContractView } from '#server/features/organisations/queries-contracts.ts'
import type { FeedAsked } from './feeds.ts'
import type { From } from './files.ts'
import { lockAccount } from './queries-files.ts'
import { countLinks, findEqualLink, findOpenLink, insertLink, listLinks, noteUse, revokeLink as revoke, type LinkRow } from './queries-links.ts'

type Deps = { db: Db }

const mostLinks = 20
const sameWithinSeconds = 60
const noticeMinutes = 5

/** Addresses that work now, of a contract where one is named, else of all that the account may use. */
export async function listPriceLinks({ db }: Deps, { accountId }: BuyerActor, { contractId }: { contractId: number | undefined }): Promise<LinkRow[]> {
  if (contractId !== undefined) await getContractView({ db }, { accountId, contractId })
  return listLinks(db, { accountId, contractId })
}

/** Makes an address of a contract's YML; whoever holds it reads the prices until it is revoked. */
export async function makePriceLink({ db }: Deps, { accountId }: BuyerActor, wish: { contractId: number | undefined; name: string } & From) {
  const { contractId } = await getContractView({ db }, { accountId, contractId: wish.contractId })
  const id = await db.transaction(async (tx) => {
    await lockAccount(tx, { accountId })
    const named = { accountId, contractId, name: wish.name }
    const same = await findEqualLink(tx, named, { withinSeconds: sameWithinSeconds })
    if (same !== undefined) return same
    if ((await countLinks(tx, { contractId })) >= mostLinks) throw new AppError('tooManyLinks')
    return insertLink(tx, { ...named, origin: wish.origin, token: randomBytes(24).toString('base64url') })
  })
  return { id, links: await listLinks(db, { accountId, contractId }) }
}

/** From now on the address answers 404; revoking it again changes nothing. */
export async function revokePriceLink({ db }: Deps, { accountId }: BuyerActor, { linkId }: { linkId: number }): Promise<LinkRow[]> {
  const contractId = await revoke(db, { accountId, linkId })
  if (contractId === undefined) throw new AppError('notFound')
  return listLinks(db, { accountId, contractId })
}

/** What an address shows; refused as missing when it is unknown, revoked, or its author may no longer see the prices. */
export async function openPriceLink({ db }: Deps, { token }: { token: string }): Promise<FeedAsked> {
  const link = await findOpenLink(db, { token, noticeMinutes })
  if (!link || !may(link.role, 'priceList.view') || !may(link.role, 'price.view')) throw new AppError('notFound')
  const view = await findContractView(db, link)
  if (!view) throw new AppError('notFound')
  if (link.unused) await noteUse(db, { linkId: link.id })
  return { view, origin: link.origin }
}
