import { randomBytes } from 'node:crypto'
import { may, type Role } from '#shared/rights.ts'
import { AppError } from '#server/app-error.ts'
import type { Db } from '#server/db/client.ts'
import type { BuyerActor } from '#server/features/access/actor.ts'
import { getContractView } from '#server/features/organisations/contract-view.ts'
import { findContractView } from '#server/features/organisations/queries-contracts.ts'
import type { FeedAsked } from './feeds.ts'
import type { From } from './files.ts'
import { countLinks, findEqualLink, findOpenLink, insertLink, listLinks, lockContract, noteUse, revokeLink as revoke, type LinkRow } from './queries-links.ts'

type Deps = { db: Db }

const mostLinks = 20
const sameWithinSeconds = 60
const noticeMinutes = 5

/** Addresses that nobody revoked, of a contract where one is named, else of all that the account may use. */
export async function listPriceLinks({ db }: Deps, { accountId }: BuyerActor, { contractId }: { contractId: number | undefined }): Promise<LinkRow[]> {
  if (contractId !== undefined) await getContractView({ db }, { accountId, contractId })
  return listed(db, { accountId, contractId })
}

/** Makes an address of a contract's YML; whoever holds it reads the prices until it is revoked. */
export async function makePriceLink({ db }: Deps, { accountId }: BuyerActor, wish: { contractId: number | undefined; name: string } & From) {
  const { contractId } = await getContractView({ db }, { accountId, contractId: wish.contractId })
  const id = await db.transaction(async (tx) => {
    await lockContract(tx, { contractId })
    const named = { accountId, contractId, name: wish.name }
    const same = await findEqualLink(tx, named, { withinSeconds: sameWithinSeconds })
    if (same !== undefined) return same
    if ((await countLinks(tx, { contractId })) >= mostLinks) throw new AppError('tooManyLinks')
    return insertLink(tx, { ...named, origin: wish.origin, token: randomBytes(24).toString('base64url') })
  })
  return { id, links: await listed(db, { accountId, contractId }) }
}

/** From now on the address answers 404; revoking it again changes nothing. */
export async function revokePriceLink({ db }: Deps, { accountId }: BuyerActor, { linkId }: { linkId: number }): Promise<LinkRow[]> {
  const contractId = await revoke(db, { accountId, linkId })
  if (contractId === undefined) throw new AppError('notFound')
  return listed(db, { accountId, contractId })
}

/** What an address shows; refused as missing when it is unknown, revoked, or its author may no longer see the prices. */
export async function openPriceLink({ db }: Deps, { token }: { token: string }): Promise<FeedAsked> {
  const link = await findOpenLink(db, { token, noticeMinutes })
  if (!link || !maySee(link.role)) throw new AppError('notFound')
  const view = await findContractView(db, link)
  if (!view) throw new AppError('notFound')
  if (link.unused) await noteUse(db, { linkId: link.id })
  return { view, origin: link.origin }
}

async function listed(db: Db, asked: { accountId: number; contractId: number | undefined }): Promise<LinkRow[]> {
  return (await listLinks(db, asked)).map((link) => ({ ...link, works: link.works && maySee(link.authorRole) }))
}

function maySee(role: Role): boolean {
  return may(role, 'priceList.view') && may(role, 'price.view')
}
