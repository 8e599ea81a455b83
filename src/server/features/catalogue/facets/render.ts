import { initialQuantity } from '#shared/rules/step.ts'
import { shownMilli, stockLabel, type StockDisplay } from '#server/features/organisations/stock-display.ts'
import { noMarks, type Answer } from './answer.ts'
import { hasBit } from './bits.ts'
import { ByteWriter } from './byte-writer.ts'
import type { FacetCount, FacetFilter, FacetView, RowView, SearchResult } from './query.ts'
import type { Snapshot } from './snapshot.ts'
import { asBuffer } from './string-pool.ts'

/** How the view's contract wants its answers told. */
export type Presentation = {
  warehouses: readonly { id: number; header: string }[]
  stockDisplay: StockDisplay
}

export type Renderer = (view: FacetView, presentation: Presentation, filter: FacetFilter, result: SearchResult, allocate: (size: number) => Buffer) => Answer

/** Serialises answers of one snapshot as `filter` of the wire contract (shared/api/catalogue.ts). */
export function createRenderer(snapshot: Snapshot): Renderer {
  const writer = new ByteWriter(64 * 1024)
  const rowJson = { ...snapshot.rowJson, bytes: asBuffer(snapshot.rowJson.bytes) }
  const brandStarts = facetStarts(snapshot.brandIds, 'header', snapshot.brandNames)
  const tagStarts = facetStarts(snapshot.tagIds, 'header', snapshot.tagNames)
  const valueStarts = facetStarts(snapshot.valueIds, 'value', snapshot.valueNames)
  const parameterStarts = snapshot.parameters.map(({ id, name }) => `{"id":${id},"header":${JSON.stringify(name)},"values":[`)

  return (view, presentation, filter, result, allocate) => {
    writer.start()
    const parameters = result.parameters.map(({ parameter, values }) => `${parameterStarts[parameter]}${facets(valueStarts, values)}]}`)
    writer.text(
      `{"status":"success","brands":{"data":[${facets(brandStarts, result.brands)}]},"tags":{"data":[${facets(tagStarts, result.tags)}]}` +
        `,"params":[${parameters.join()}],"products":[`,
    )
    const productIds = Uint32Array.from(result.rows, ({ row }) => snapshot.rowIds[row]!)
    const marksAt = new Uint32Array(result.rows.length)
    for (const [index, row] of result.rows.entries()) {
      if (index > 0) writer.ascii(',')
      writer.pooled(rowJson, row.row)
      writer.text(rowFacts(snapshot, view, presentation, filter, row))
      marksAt[index] = writer.length
      writer.ascii(noMarks)
      writer.ascii('}')
    }
    writer.ascii('],')
    writer.text(closing(snapshot, presentation, filter, result))
    return { body: writer.taken(allocate), productIds, marksAt }
  }
}

function facets(starts: readonly string[], counts: readonly FacetCount[]): string {
  let json = ''
  for (let index = 0; index < counts.length; index += 1) {
    const { place, count, selected } = counts[index]!
    json += (index > 0 ? ',' : '') + starts[place]! + count + (selected ? ',"selected":true}' : ',"selected":false}')
  }
  return json
}

function facetStarts(ids: Uint32Array, label: 'header' | 'value', names: readonly string[]): string[] {
  return names.map((name, place) => `{"id":${ids[place]},"${label}":${JSON.stringify(name)},"count":`)
}

function rowFacts(snapshot: Snapshot, view: FacetView, { warehouses, stockDisplay }: Presentation, filter: FacetFilter, row: RowView): string {
  const shown = (milli: number) => shownMilli(milli, stockDisplay) / 1000
  const roubles = (kopecks: number | null) => (kopecks === null || view.pricesHidden ? 'null' : kopecks / 100)
  const stepMilli = snapshot.itemStep[row.item]!
  const warehouse = shippingWarehouse(filter, warehouses, row)
  const stocks = warehouses.map(({ id }, index) => `{"wms_id":${id},"quantity":${shown(row.stocksMilli[index] ?? 0)}}`)
  return (
    `,"price":${roubles(row.priceKopecks)},"price_rrc":${roubles(row.rrcKopecks)},"old_price":${roubles(row.oldKopecks)}` +
    `,"total_rest":${shown(row.totalMilli)},"available_for_order":${shown(row.availableMilli)}` +
    `,"unit":${JSON.stringify(snapshot.units[snapshot.itemUnit[row.item]!])}` +
    `,"quantity":${initialQuantity(stepMilli, row.totalMilli) / 1000},"step":${stepMilli / 1000},"decimals":${snapshot.itemDecimals[row.item]}` +
    `,"wms_id":${warehouse?.id ?? 0},"wms":${JSON.stringify(warehouse?.header ?? '')}` +
    `,"stocks":[${stocks.join()}],"stock_label":${JSON.stringify(stockLabel(row.availableMilli, stockDisplay))}` +
    `,"picture":${snapshot.rowPicture[row.row]},"picturetype":${JSON.stringify(snapshot.pictureTypes[snapshot.rowPictureType[row.row]!])}` +
    `,"new":${hasBit(snapshot.isNew, row.item)},"hit":${hasBit(snapshot.isHit, row.item)},"sale":${hasBit(snapshot.isSale, row.item)}` +
    `,"variants_count":${row.variantCount},`
  )
}

/** The chosen warehouse, else the first preferred one that has the goods. */
function shippingWarehouse({ warehouseId }: FacetFilter, warehouses: Presentation['warehouses'], { stocksMilli }: RowView) {
  if (warehouseId !== undefined) return warehouses.find(({ id }) => id === warehouseId)
  return warehouses.find((_, index) => (stocksMilli[index] ?? 0) > 0) ?? warehouses[0]
}

function closing(snapshot: Snapshot, { warehouses }: Presentation, filter: FacetFilter, result: SearchResult): string {
  const { prices, flags } = result
  const actualWms = filter.warehouseId === undefined ? warehouses : warehouses.filter(({ id }) => id === filter.warehouseId)
  const category = snapshot.categories.find(({ id }) => id === filter.categoryId)
  const json = JSON.stringify({
    prices: prices ? { min: prices.minKopecks / 100, max: prices.maxKopecks / 100 } : null,
    flags: { available: flags.available, new: flags.isNew, sale: flags.isSale },
    actualWms,
    catalog_description: category?.description ?? '',
    breadcrumbs: breadcrumbsOf(snapshot, filter.categoryId),
    pagination: { page: result.page, perpage: filter.perPage, pages: result.pages, total: result.total },
    stock_updated_at: result.stockChangedMs > 0 ? new Date(result.stockChangedMs).toISOString() : null,
    suggestion: result.suggestion ?? null,
  })
  return json.slice(1)
}

/** The way down to a category, itself last; empty for the whole tree. */
export function breadcrumbsOf({ categories }: Snapshot, categoryId: number | undefined): { id: number; header: string; url: string }[] {
  const crumbs: { id: number; header: string; url: string }[] = []
  let place = categoryId === undefined ? -1 : categories.findIndex(({ id }) => id === categoryId)
  for (let category = categories[place]; category; category = categories[place]) {
    crumbs.unshift({ id: category.id, header: category.name, url: category.url })
    place = category.parent
  }
  return crumbs
}
