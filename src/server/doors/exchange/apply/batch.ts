import type { Item, RejectItem } from '../parse/items.ts'
import type { ImportContext } from './context.ts'
import { recordCatalogues } from './run/catalogues.ts'
import { goodCodeOf } from '../plan/variant.ts'
import { followPrices } from './follow-prices.ts'
import { applyGoods } from './goods.ts'
import { applyGroups } from './groups.ts'
import { applyOffers } from './offers.ts'
import { applyPriceTypes, applyWarehouses } from './price-types.ts'
import { findProducts, markSeen } from './products.ts'
import { joinKnownGoods } from './yml/known-goods.ts'
import { queuePictureAddresses } from './yml/picture-addresses.ts'
import { applyProperties, applyUnits } from './properties.ts'
import { applyContragents, applySellers } from './parties.ts'

/** Writes a batch of items in the caller's transaction, referenced kinds first. */
export async function applyBatch(context: ImportContext, given: Item[]): Promise<void> {
  const items = await joinKnownGoods(context, given)
  const of = <Kind extends Item['kind']>(kind: Kind) =>
    items.filter((item): item is Extract<Item, { kind: Kind }> => item.kind === kind)
  await recordCatalogues(
    context,
    of('catalogue').map((item) => ({ ...item, kind: 'goods' })),
  )
  await applySellers(context, of('seller'))
  await applyContragents(context, of('contragent'))
  await applyGroups(context, of('group'))
  await applyProperties(context, of('property'))
  await applyPriceTypes(context, of('priceType'))
  await applyWarehouses(context, of('warehouse'))
  await applyUnits(context, of('unit'))
  const waiting = await applyGoods(context, of('good'))
  await queuePictureAddresses(context, of('good'))
  await applyOffers(context, waiting, { waited: true })
  context.tally.add('offers', 'seen', of('offer').length)
  await applyOffers(
    context,
    of('offer').map((offer) => ({ offer, receivedAt: context.receivedAt })),
  )
  await followPrices(context)
  await recordRejects(context, of('reject'))
}

/** A rejected good still exists in 1C, so a full export must not deactivate it. */
async function recordRejects(context: ImportContext, rejects: RejectItem[]): Promise<void> {
  for (const reject of rejects) context.tally.reject(kindNames[reject.of], reject)
  const codes = rejects
    .filter(({ of, code }) => (of === 'good' || of === 'offer') && code !== '')
    .map(({ code }) => code)
  if (codes.length === 0) return
  const known = await findProducts(
    context,
    codes.flatMap((code) => [code, goodCodeOf(code)]),
  )
  await markSeen(
    context,
    [...known.values()].map(({ id }) => id),
  )
}

const kindNames: Record<RejectItem['of'], string> = {
  group: 'groups',
  property: 'properties',
  priceType: 'priceTypes',
  warehouse: 'warehouses',
  unit: 'units',
  seller: 'goods',
  contragent: 'contragents',
  catalogue: 'goods',
  good: 'goods',
  offer: 'offers',
}
