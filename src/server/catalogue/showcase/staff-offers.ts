import { dayOf } from '#shared/rules/dates.ts'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { checkOffer, type OfferedGood } from './check-offer.ts'
import { applyOffers } from './offers.ts'
import { listPriceTypes } from '#server/customers/organisations/shared-queries-price-types.ts'
import { findSellableGoods, readGoods, type Sellable } from './shared-queries-sellable.ts'
import {
  findSameOffer,
  sortPrices,
  listOffers,
  readOffer,
  removeOffer,
  writeOffer,
  type OfferColumns,
  type OfferHead,
  type OfferPrice,
  type StoredOffer,
} from './queries-staff-offers.ts'

type Deps = { db: Db }
export type OfferInput = {
  /** Undefined: a new one. */
  id: number | undefined
  version: string | undefined
  offer: OfferColumns
  goods: OfferedGood[]
}
type Saved = { id: number; version: string; offers: OfferHead[] }
/** A good of an offer with its list prices and its prices in the offer. */
export type GoodInOffer = Sellable & { offered: OfferPrice[] }

export async function listStaffOffers({ db }: Deps) {
  return { offers: await listHeads(db), priceTypes: await listPriceTypes(db) }
}

export async function getStaffOffer(
  { db }: Deps,
  { id }: { id: number },
): Promise<{ offer: StoredOffer; goods: GoodInOffer[] }> {
  const offer = await readOffer(db, { id })
  if (!offer) throw new AppError('notFound')
  const known = await readGoods(db, { ids: offer.prices.map(({ productId }) => productId) })
  const goods = [...known.values()]
    .map((good) => ({ ...good, offered: offer.prices.filter(({ productId }) => productId === good.id) }))
    .toSorted((a, b) => a.header.localeCompare(b.header, 'ru') || a.id - b.id)
  return { offer, goods }
}

export async function findForOffer({ db }: Deps, { query }: { query: string }): Promise<Sellable[]> {
  return findSellableGoods(db, { query })
}

/** Saves an offer with its prices and updates sale prices and flags, all or nothing. Idempotent. */
export async function saveOfferChanges(
  { db }: Deps,
  actor: Actor,
  { id: knownId, version, offer, goods }: OfferInput,
): Promise<Saved> {
  const prices = toPrices(goods)
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const current =
      knownId === undefined ? await findSameOffer(tx, offer, prices) : await readOffer(tx, { id: knownId })
    if (knownId !== undefined && !current) throw new AppError('notFound')
    if (current && isSame(current, offer, prices)) return readSaved(tx, current.id)
    if (current && current.version !== version) throw new AppError('conflict')
    await checkOffer(tx, { offer, goods, current: current?.prices ?? [] })
    const id = await writeOffer(tx, current?.id, offer, prices)
    await applyOffers(tx, pricesByGood(prices, current?.prices ?? []))
    await recordAudit(tx, byAccount(actor), {
      action: current ? 'special-offer.changed' : 'special-offer.created',
      object: { type: 'special-offer', id },
      before: current ? auditFields(current) : {},
      after: auditFields({ ...offer, prices }),
    })
    return readSaved(tx, id)
  })
}

/** Idempotent. */
export async function deleteOffer({ db }: Deps, actor: Actor, { id }: { id: number }): Promise<OfferHead[]> {
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const offer = await readOffer(tx, { id })
    if (offer) {
      await removeOffer(tx, { id })
      await applyOffers(tx, pricesByGood(offer.prices))
      const object = { type: 'special-offer', id } as const
      await recordAudit(tx, byAccount(actor), { action: 'special-offer.deleted', object, before: auditFields(offer) })
    }
    return listHeads(tx)
  })
}

function toPrices(goods: readonly OfferedGood[]): OfferPrice[] {
  return sortPrices(
    goods.flatMap(({ id, prices }) =>
      prices.map(({ type, kopecks }) => ({ productId: id, priceTypeId: type, priceKopecks: kopecks })),
    ),
  )
}

function isSame(stored: StoredOffer, offer: OfferColumns, prices: readonly OfferPrice[]): boolean {
  const { title, text, startsOn, endsOn, position, active } = stored
  return (
    JSON.stringify([{ title, text, startsOn, endsOn, position, active }, ...stored.prices.map(keyOf)]) ===
    JSON.stringify([offer, ...prices.map(keyOf)])
  )
}

/** One audit field per good and price type: of a long offer only differences are recorded. */
function auditFields({
  title,
  text,
  startsOn,
  endsOn,
  position,
  active,
  prices,
}: OfferColumns & { prices: readonly OfferPrice[] }) {
  const each = prices.map(({ productId, priceTypeId, priceKopecks }) => [
    `price.${productId}.${priceTypeId}`,
    priceKopecks,
  ])
  return { title, text, startsOn, endsOn, position, active, ...(Object.fromEntries(each) as Record<string, number>) }
}

const keyOf = ({ productId, priceTypeId, priceKopecks }: OfferPrice) => `${productId} ${priceTypeId} ${priceKopecks}`

const pricesByGood = (...lists: (readonly OfferPrice[])[]) => [
  ...new Set(lists.flat().map(({ productId }) => productId)),
]

async function readSaved(tx: Db, id: number): Promise<Saved> {
  const saved = await readOffer(tx, { id })
  if (!saved) throw new Error('the saved offer was not found')
  return { id, version: saved.version, offers: await listHeads(tx) }
}

function listHeads(db: Db): Promise<OfferHead[]> {
  return listOffers(db, { today: dayOf(new Date()) })
}
