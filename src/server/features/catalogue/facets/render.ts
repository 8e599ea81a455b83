import { noMarks, type Answer } from './answer.ts'
import { ByteWriter } from './byte-writer.ts'
import type { FacetCount, FacetFilter, FacetView, SearchResult } from './query.ts'
import { createRowWriter, type Presentation } from './render-row.ts'
import type { Snapshot } from './snapshot.ts'
import { packStrings, type StringPool } from './string-pool.ts'

export type Renderer = (view: FacetView, presentation: Presentation, filter: FacetFilter, result: SearchResult, allocate: (size: number) => Buffer) => Answer

/** Serialises answers of one snapshot as `filter` of the wire contract (shared/api/catalogue.ts). */
export function createRenderer(snapshot: Snapshot): Renderer {
  const writer = new ByteWriter(64 * 1024)
  const writeRow = createRowWriter(snapshot, writer)
  const brandStarts = facetStarts(snapshot.brandIds, 'header', snapshot.brandNames)
  const tagStarts = facetStarts(snapshot.tagIds, 'header', snapshot.tagNames)
  const valueStarts = facetStarts(snapshot.valueIds, 'value', snapshot.valueNames)
  const parameterStarts = packStrings(snapshot.parameters.map(({ id, name }) => `{"id":${id},"header":${JSON.stringify(name)},"values":[`))

  return (view, presentation, filter, result, allocate) => {
    writer.start()
    writer.ascii('{"status":"success","brands":{"data":[')
    writeFacets(writer, brandStarts, result.brands)
    writer.ascii(']},"tags":{"data":[')
    writeFacets(writer, tagStarts, result.tags)
    writer.ascii(']},"params":[')
    for (const [index, { parameter, values }] of result.parameters.entries()) {
      if (index > 0) writer.ascii(',')
      writer.pooled(parameterStarts, parameter)
      writeFacets(writer, valueStarts, values)
      writer.ascii(']}')
    }
    writer.ascii('],"products":[')
    const productIds = Uint32Array.from(result.rows, ({ row }) => snapshot.rowIds[row]!)
    const marksAt = new Uint32Array(result.rows.length)
    for (const [index, row] of result.rows.entries()) {
      if (index > 0) writer.ascii(',')
      writeRow(view, presentation, filter, row)
      marksAt[index] = writer.length
      writer.ascii(noMarks)
      writer.ascii('}')
    }
    writer.ascii('],')
    writer.text(closing(snapshot, presentation, filter, result))
    return { body: writer.taken(allocate), productIds, marksAt }
  }
}

function writeFacets(writer: ByteWriter, starts: StringPool, counts: readonly FacetCount[]): void {
  for (let index = 0; index < counts.length; index += 1) {
    const { place, count, selected } = counts[index]!
    if (index > 0) writer.ascii(',')
    writer.pooled(starts, place)
    writer.whole(count)
    writer.ascii(selected ? ',"selected":true}' : ',"selected":false}')
  }
}

function facetStarts(ids: Uint32Array, label: 'header' | 'value', names: readonly string[]): StringPool {
  return packStrings(names.map((name, place) => `{"id":${ids[place]},"${label}":${JSON.stringify(name)},"count":`))
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
