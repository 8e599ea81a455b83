import type { Good, Supply } from '#server/doors/demo/catalogue/good.ts'
import { demoSynonyms } from '#server/doors/demo/searches.ts'
import { createBuilder } from '#server/catalogue/facets/builder/build.ts'
import type { Snapshot } from '#server/catalogue/facets/snapshot.ts'
import type { SourceFrame, SourceProduct } from '#server/catalogue/facets/builder/source.ts'

/** The demo catalogue as a snapshot at one price and three warehouses; a good's id is its index + 1. */
export function demoSnapshot(goods: readonly Good[]): Snapshot {
  const brands = numbered(goods.map(({ brand }) => brand))
  const categories = numbered(goods.flatMap(({ category }) => pathsOf(category)))
  const parameters = numbered(
    goods.flatMap(({ params, variants }) =>
      [params, ...variants.map((variant) => variant.params)].flatMap((each) => [...each.keys()]),
    ),
  )
  const values = numbered(
    goods.flatMap(({ params, variants }) =>
      [params, ...variants.map((variant) => variant.params)].flatMap((each) => [...each].map(valueKey)),
    ),
  )
  const builder = createBuilder({
    categories: [...categories].map(([path, id]) => ({
      id,
      parentId: categories.get(parentOf(path)) ?? null,
      name: path.split('/').at(-1) ?? '',
      url: path,
      description: '',
      staffDescription: null,
      staffPicture: 0,
      position: 0,
    })),
    brands: [...brands].map(([name, id]) => ({ id, name })),
    tags: [],
    parameters: [...parameters].map(([name, id]) => ({ id, name, position: 0 })),
    values: [...values].map(([key, id]) => ({
      id,
      parameterId: parameters.get(key.split('\n')[0] ?? '') ?? 0,
      value: key.split('\n')[1] ?? '',
    })),
    priceTypeIds: [1],
    warehouseIds: [1, 2, 3],
    synonyms: demoSynonyms.map((words) => [...words]),
  } satisfies SourceFrame)
  let nextId = goods.length
  const sold = goods.flatMap((good, index) => [
    { id: index + 1, good, one: good, parentId: null as number | null },
    ...good.variants.map((variant) => ({ id: (nextId += 1), good, one: variant, parentId: index + 1 })),
  ])
  builder.addProducts(sold.map(({ id, parentId, good, one }) => productOf(id, parentId, good, one, brands)))
  builder.createLayout()
  builder.addCategoryLinks(goods.map(({ category }, index) => [index + 1, categories.get(category) ?? 0]))
  builder.addParameterLinks(
    sold.flatMap(({ id, one }) => [...one.params].map((entry) => [id, values.get(valueKey(entry)) ?? 0] as const)),
  )
  const offers = sold.filter(({ good, one }) => one !== good || good.variants.length === 0)
  builder.addPrices(offers.map(({ id, one }) => [id, 1, one.supply.wholesaleKopecks, null]))
  builder.addStocks(
    offers.flatMap(({ id, one }) => stocksOf(one.supply).map((milli, index) => [id, index + 1, milli, 0] as const)),
  )
  return builder.finish('')
}

function productOf(
  id: number,
  parentId: number | null,
  good: Good,
  one: Good | Good['variants'][number],
  brands: ReadonlyMap<string, number>,
): SourceProduct {
  return {
    id,
    parentId,
    name: one.name,
    fullName: one.name,
    articul: one.article,
    code: one === good ? good.code : '',
    barcodes: one === good && good.variants.length > 0 ? [] : [one.barcode],
    brandId: brands.get(good.brand) ?? null,
    unit: good.unit,
    stepMilli: 1000,
    decimals: 0,
    isNew: false,
    isHit: false,
    isSale: false,
    pictureId: null,
    pictureType: null,
  }
}

function numbered(names: readonly string[]): Map<string, number> {
  return new Map([...new Set(names)].map((name, index) => [name, index + 1]))
}

function pathsOf(category: string): string[] {
  const parts = category.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function parentOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

function valueKey([name, value]: readonly [string, string]): string {
  return `${name}\n${value}`
}

function stocksOf({ moscowMilli, petersburgMilli, kazanMilli }: Supply): number[] {
  return [moscowMilli, petersburgMilli, kazanMilli]
}
