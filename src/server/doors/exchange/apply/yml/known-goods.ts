import type { GoodItem, Item, OfferItem } from '../../parse/items.ts'
import { ymlPrefix } from '../../parse/yml/terms.ts'
import type { ImportContext } from '../context.ts'

/**
 * Offers of YML that are goods of 1C: price and stock go to that good, whose card stays as 1C describes it. A good that
 * YML made before 1C sent it is switched off. Other items stay as they are.
 */
export async function joinKnownGoods(context: ImportContext, items: Item[]): Promise<Item[]> {
  const own = items.filter(isOfYml)
  if (own.length === 0 || !(await hasGoodsBesideYml(context))) return items
  const codeOf = await matchGoods(context, own)
  const taken = new Set<string>()
  return items.map((item) => {
    const code = isOfYml(item) ? codeOf(item) : undefined
    if (code === undefined) return item
    if (item.kind === 'good') return { ...item, deleted: true, pictureAddresses: [] }
    if (item.kind !== 'offer') return item
    if (taken.has(code)) return { ...rejectOf(item), reason: 'Этот товар 1С в файле уже был под другим id' }
    taken.add(code)
    return { ...item, code, barcodes: [] }
  })
}

function rejectOf({ code, name }: OfferItem) {
  return { kind: 'reject', of: 'offer', code, name } as const
}

function isOfYml(item: Item): item is GoodItem | OfferItem {
  return (item.kind === 'good' || item.kind === 'offer') && item.code.startsWith(ymlPrefix)
}

async function hasGoodsBesideYml(context: ImportContext): Promise<boolean> {
  if (context.hasGoodsBesideYml === undefined) {
    const rows = await context.rows(`select 1 from products where code1c not like '${ymlPrefix}%' limit 1`)
    context.hasGoodsBesideYml = rows.length > 0
  }
  return context.hasGoodsBesideYml
}

type Known = { code: string; articul: string; brand: string; barcodes: string[] }

/** By a barcode, else by article and brand, as far as exactly one good has them. */
async function matchGoods(
  context: ImportContext,
  items: (GoodItem | OfferItem)[],
): Promise<(item: GoodItem | OfferItem) => string | undefined> {
  const known = await context.rows<Known>(
    `select p.code1c as code, p.articul, coalesce(b.name, '') as brand, p.barcodes
     from products p left join brands b on b.id = p.brand_id
     where p.code1c not like '${ymlPrefix}%' and not exists (select from products c where c.parent_id = p.id)
       and (p.articul <> '' and p.articul in (select json_array_elements_text($1))
         or p.barcodes && (select array_agg(x) from json_array_elements_text($2) x))`,
    items.map(({ articul }) => articul),
    items.flatMap(({ barcodes }) => barcodes),
  )
  const byBarcode = groupBy(known, ({ barcodes }) => barcodes)
  const byArticul = groupBy(known, ({ articul }) => [articul])
  return (item) => {
    const withBarcode = new Set(item.barcodes.flatMap((barcode) => byBarcode.get(barcode) ?? []))
    if (withBarcode.size > 0) return onlyCode([...withBarcode])
    const brand = brandOf(item)
    return onlyCode((byArticul.get(item.articul) ?? []).filter((good) => sameBrand(good.brand, brand)))
  }
}

function groupBy(known: Known[], keysOf: (good: Known) => string[]): Map<string, Known[]> {
  const groups = new Map<string, Known[]>()
  for (const good of known)
    for (const key of keysOf(good)) if (key !== '') groups.set(key, [...(groups.get(key) ?? []), good])
  return groups
}

function onlyCode(goods: Known[]): string | undefined {
  return goods.length === 1 ? goods[0]?.code : undefined
}

function brandOf(item: GoodItem | OfferItem): string {
  return (item.kind === 'good' ? item.manufacturer : item.good?.manufacturer) ?? ''
}

/** An unknown brand contradicts none. */
function sameBrand(one: string, other: string): boolean {
  return one === '' || other === '' || one.toLowerCase() === other.toLowerCase()
}
