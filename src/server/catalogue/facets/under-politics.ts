import { shownKopecks, type PriceRule } from '#shared/rules/parties/price-politics.ts'
import { membersOf } from './constraints.ts'
import type { CurrentSnapshot } from './holder.ts'
import type { FacetView } from './query.ts'
import type { Snapshot } from './snapshot.ts'

const maxCached = 16

type CachedPrices = { version: number; current: CurrentSnapshot }
const cached = new WeakMap<Snapshot, Map<string, CachedPrices>>()

/**
 * The snapshot with the prices that the view's price politics show (0 = none), so that search, sorting and price bounds
 * use only those. Cached per version.
 */
export function withPolitics(current: CurrentSnapshot, view: FacetView): CurrentSnapshot {
  const { pricePolitics, priceTypeId, rrcTypeId } = view
  if (pricePolitics === undefined) return current
  const { snapshot, version } = current
  const known = cached.get(snapshot) ?? new Map<string, CachedPrices>()
  cached.set(snapshot, known)
  const key = JSON.stringify([priceTypeId, rrcTypeId, pricePolitics])
  const found = known.get(key)
  known.delete(key)
  if (known.size >= maxCached) known.delete(known.keys().next().value ?? '')
  const created =
    found?.version === version
      ? found
      : {
          version,
          current: {
            ...current,
            snapshot: withShownPrices(snapshot, view, pricePolitics),
            // Price blocks belong to the original prices and must be rebuilt.
            workspace: { ...current.workspace, priceBlocks: new Map() },
          },
        }
  known.set(key, created)
  return created.current
}

function withShownPrices(snapshot: Snapshot, view: FacetView, rules: readonly PriceRule[]): Snapshot {
  const { priceTypeIds, itemCount } = snapshot
  const type = priceTypeIds.indexOf(view.priceTypeId)
  const rrcType = view.rrcTypeId === null ? -1 : priceTypeIds.indexOf(view.rrcTypeId)
  const [effective, list] = [snapshot.effectivePrices[type], snapshot.listPrices[type]]
  if (!effective || !list) return snapshot
  const rrc = snapshot.effectivePrices[rrcType]
  const ofItem = rulesOfItems(snapshot, rules)
  const [shown, shownList] = [new Float64Array(itemCount), new Float64Array(itemCount)]
  const shownRrc = new Float64Array(itemCount)
  for (let item = 0; item < itemCount; item += 1) {
    const rule = rules[ofItem[item]! - 1]
    const rrcKopecks = rrc?.[item] || null
    const price = (kopecks: number) => shownKopecks(rule, { priceKopecks: kopecks || null, rrcKopecks }) ?? 0
    shown[item] = price(effective[item]!)
    shownList[item] = price(list[item]!)
    shownRrc[item] = rule?.show === 'hidden' ? 0 : (rrcKopecks ?? 0)
  }
  const replaced = (columns: Float64Array[], own: Float64Array) =>
    columns.map((column, index) => (index === type ? own : index === rrcType ? shownRrc : column))
  return {
    ...snapshot,
    effectivePrices: replaced(snapshot.effectivePrices, shown),
    listPrices: replaced(snapshot.listPrices, shownList),
  }
}

/** Per item: index of the rule of its deepest category, plus one; 0 = none. */
function rulesOfItems({ categories, categoryItems, itemCount }: Snapshot, rules: readonly PriceRule[]): Uint16Array {
  const ofItem = new Uint16Array(itemCount)
  const ordered = rules
    .map((rule, index) => ({ index, categoryIndex: categories.findIndex(({ id }) => id === rule.category), rule }))
    .filter(({ categoryIndex, rule }) => categoryIndex >= 0 || rule.category === null)
    .map((each) => ({ ...each, depth: depthOf(categories, each.categoryIndex) }))
    .toSorted((one, two) => one.depth - two.depth || one.index - two.index)
  for (const { index, categoryIndex } of ordered) {
    if (categoryIndex < 0) ofItem.fill(index + 1)
    else for (const item of membersOf(categoryItems, categoryIndex)) ofItem[item] = index + 1
  }
  return ofItem
}

function depthOf(categories: Snapshot['categories'], categoryIndex: number): number {
  let depth = 0
  for (let at = categoryIndex; at >= 0; at = categories[at]?.parent ?? -1) depth += 1
  return depth
}
