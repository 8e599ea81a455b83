import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { saveOffer, SellableGood, StaffOffer } from '#shared/api/staff/offers.ts'
import { dayOf, formatDay, parseDay, type Day } from '#shared/rules/dates.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
import { lockCatalogueWriters } from '#server/catalogue/snapshot/shared-queries-changes.ts'
import { AppError } from '#server/platform/app-error.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import { recordAudit } from '#server/platform/audit/record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { checkOffer } from './check-offer.ts'
import { applyOffers } from './offers.ts'
import { listPriceTypes } from '#server/customers/organisations/shared-queries-price-types.ts'
import { findSellableGoods, readGoods, type Sellable } from './queries-sellable.ts'
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
import { periodState } from './period-state.ts'

type Deps = { db: Db }
type OfferInput = ParsedInputOf<typeof saveOffer>

export async function listStaffOffers({ db }: Deps) {
  return {
    items: await listHeads(db),
    priceTypes: (await listPriceTypes(db)).map(({ id, name }) => ({ id, header: name })),
  }
}

export async function getStaffOffer({ db }: Deps, { id }: { id: number }) {
  const offer = await readOffer(db, { id })
  if (!offer) throw new AppError('notFound')
  const known = await readGoods(db, { ids: offer.prices.map(({ productId }) => productId) })
  const goods = [...known.values()]
    .map((good) => ({
      ...toSellable(good),
      offer: offer.prices
        .filter(({ productId }) => productId === good.id)
        .map(({ priceTypeId, priceKopecks }) => ({ type: priceTypeId, price: roubles(priceKopecks) })),
    }))
    .toSorted((a, b) => a.header.localeCompare(b.header, 'ru') || a.id - b.id)
  return { offer: { ...toHead(offer, dayOf(new Date())), version: offer.version, goods } }
}

export async function findForOffer({ db }: Deps, { query = '' }: { query?: string | undefined }) {
  return { items: (await findSellableGoods(db, { query })).map(toSellable) }
}

/** Saves an offer with its prices and updates sale prices and flags, all or nothing. Idempotent. */
export async function saveOfferChanges({ db }: Deps, actor: Actor, input: OfferInput) {
  const offer = toColumns(input)
  const prices = toPrices(input)
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const current =
      input.id === undefined ? await findSameOffer(tx, offer, prices) : await readOffer(tx, { id: input.id })
    if (input.id !== undefined && !current) throw new AppError('notFound')
    if (current && isSame(current, offer, prices)) return readSaved(tx, current.id)
    if (current && current.version !== input.version) throw new AppError('conflict')
    await checkOffer(tx, { offer, input, current: current?.prices ?? [] })
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
export async function deleteOffer({ db }: Deps, actor: Actor, { id }: { id: number }) {
  return db.transaction(async (tx) => {
    await lockCatalogueWriters(tx)
    const offer = await readOffer(tx, { id })
    if (offer) {
      await removeOffer(tx, { id })
      await applyOffers(tx, pricesByGood(offer.prices))
      const object = { type: 'special-offer', id } as const
      await recordAudit(tx, byAccount(actor), { action: 'special-offer.deleted', object, before: auditFields(offer) })
    }
    return { items: await listHeads(tx) }
  })
}

function toColumns({ title, text = '', starts, ends, position = 0, active = true }: OfferInput): OfferColumns {
  return { title, text, startsOn: parseDay(starts), endsOn: parseDay(ends), position, active }
}

function toPrices({ goods }: OfferInput): OfferPrice[] {
  return sortPrices(
    goods.flatMap(({ id, prices }) =>
      prices.map(({ type, price }) => ({ productId: id, priceTypeId: type, priceKopecks: kopecks(price) })),
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

async function readSaved(tx: Db, id: number) {
  const saved = await readOffer(tx, { id })
  if (!saved) throw new Error('the saved offer was not found')
  return { id, version: saved.version, items: await listHeads(tx) }
}

async function listHeads(db: Db): Promise<StaffOffer[]> {
  const today = dayOf(new Date())
  return (await listOffers(db, { today })).map((offer) => toHead(offer, today))
}

function toHead(offer: OfferHead, today: Day): StaffOffer {
  const { id, title, text, startsOn, endsOn, position, active, goodsCount } = offer
  return {
    id,
    title,
    text,
    starts: formatDay(startsOn),
    ends: formatDay(endsOn),
    position,
    active,
    state: periodState(today, offer),
    goods_count: goodsCount,
  }
}

function toSellable({ id, articul, header, unit, prices }: Sellable): SellableGood {
  return {
    id,
    articul,
    header,
    unit,
    prices: prices.map(({ type, kopecks: price }) => ({ type, price: roubles(price) })),
  }
}
