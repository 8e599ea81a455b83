import { maxDescriptionLength } from '#shared/api/staff/categories.ts'
import { textOfDescription } from './description-text.ts'
import { noMarks, type Answer } from './answer.ts'
import { ByteWriter } from './byte-writer.ts'
import type { FacetFilter, FacetView, SearchResult } from '../query.ts'
import { facetPieces, maxCarried, planParameters, writeFacets } from './render-facets.ts'
import { createRowWriter, rowPieces, type Presentation } from './render-row.ts'
import type { Category, Snapshot } from '../snapshot.ts'
import { packStrings } from '../string-pool.ts'

/**
 * Maximum size of all facets and the category description, so that a reply of 20 rows stays within 60 KB; and the share
 * of parameter headers.
 */
const maxFacetBytes = 42 * 1024
const headerShare = 0.75

export type Renderer = (
  view: FacetView,
  presentation: Presentation,
  filter: FacetFilter,
  result: SearchResult,
  allocate: (size: number) => Buffer,
) => Answer

/** Serialises answers of one snapshot in the wire format of `filter` (shared/api/catalogue.ts). */
export function createRenderer(snapshot: Snapshot): Renderer {
  const writer = new ByteWriter(64 * 1024)
  const pieces = rowPieces(snapshot)
  const categoryPiece = createCategoryPieces(snapshot)
  const { rowCount } = snapshot
  const brands = facetPieces(snapshot.brandIds, 'header', snapshot.brandNames, rowCount)
  const tags = facetPieces(snapshot.tagIds, 'header', snapshot.tagNames, rowCount)
  const values = facetPieces(snapshot.valueIds, 'value', snapshot.valueNames, rowCount)
  const parameterStarts = packStrings(
    snapshot.parameters.map(({ id, name }) => `{"id":${id},"header":${JSON.stringify(name)},"values":[`),
  )
  const ranges = snapshot.parameters.map(({ firstValue, endValue }) => ({ from: firstValue, to: endValue }))

  return (view, presentation, filter, result, allocate) => {
    writer.start()
    writer.ascii('{"status":"success","brands":{"data":[')
    endFacet(writer, writeFacets(writer, brands, result.brands, { from: 0, to: snapshot.brandIds.length }, maxCarried))
    writer.ascii(',"tags":{"data":[')
    endFacet(writer, writeFacets(writer, tags, result.tags, { from: 0, to: snapshot.tagIds.length }, maxCarried))
    writer.ascii(',"params":[')
    const category = categoryPiece(filter.categoryId)
    const room = Math.max(0, maxFacetBytes - writer.length - category.bytes)
    const { plans, omittedCount } = planParameters(values, parameterStarts, result.values, ranges, {
      headers: room * headerShare,
      values: room * (1 - headerShare),
    })
    for (const [number, { index, limit }] of plans.entries()) {
      if (number > 0) writer.ascii(',')
      writer.pooled(parameterStarts, index)
      endFacet(writer, writeFacets(writer, values, result.values, ranges[index]!, limit))
    }
    writer.ascii('],"params_left":')
    writer.whole(omittedCount)
    writer.ascii(',"products":[')
    const productIds = Uint32Array.from(result.rows, ({ row }) => snapshot.rowIds[row]!)
    const marksAt = new Uint32Array(result.rows.length)
    const writeRow = createRowWriter(snapshot, writer, pieces, view, presentation, filter)
    for (const [index, row] of result.rows.entries()) {
      if (index > 0) writer.ascii(',')
      writeRow(row)
      marksAt[index] = writer.length
      writer.ascii(noMarks)
      writer.ascii('}')
    }
    writer.ascii('],')
    writer.text(closing(presentation, filter, category.text, result))
    return { body: writer.taken(allocate), productIds, marksAt }
  }
}

/** `more`: values were left out. */
function endFacet(writer: ByteWriter, more: boolean): void {
  writer.ascii(more ? '],"more":true}' : ']}')
}

function closing({ warehouses }: Presentation, filter: FacetFilter, category: string, result: SearchResult): string {
  const { prices, flags } = result
  const actualWms =
    filter.warehouseId === undefined ? warehouses : warehouses.filter(({ id }) => id === filter.warehouseId)
  const before = JSON.stringify({
    prices: prices ? { min: prices.minKopecks / 100, max: prices.maxKopecks / 100 } : null,
    flags: { available: flags.available, new: flags.isNew, sale: flags.isSale },
    actualWms,
  })
  const after = JSON.stringify({
    pagination: { page: result.page, perpage: filter.perPage, pages: result.pages, total: result.total },
    stock_updated_at: result.stockChangedMs > 0 ? new Date(result.stockChangedMs).toISOString() : null,
    suggestion: result.suggestion ?? null,
  })
  return `${before.slice(1, -1)},${category},${after.slice(1)}`
}

function descriptionOf({ description, staffDescription }: Category): string {
  return staffDescription ?? textOfDescription(description, { maxLength: maxDescriptionLength })
}

type CategoryPiece = { text: string; bytes: number }

/** JSON of the searched category, created on first use. */
function createCategoryPieces(snapshot: Snapshot): (categoryId: number | undefined) => CategoryPiece {
  const pieces = new Map<number | undefined, CategoryPiece>()
  return (categoryId) => {
    const known = pieces.get(categoryId)
    if (known !== undefined) return known
    const category = snapshot.categories.find(({ id }) => id === categoryId)
    const text = JSON.stringify({
      catalog_description: category ? descriptionOf(category) : '',
      breadcrumbs: breadcrumbsOf(snapshot, categoryId),
    }).slice(1, -1)
    const piece = { text, bytes: Buffer.byteLength(text) }
    if (category || categoryId === undefined) pieces.set(categoryId, piece)
    return piece
  }
}

/** Categories from the top down to this one; empty for the whole tree. */
export function breadcrumbsOf(
  { categories }: Snapshot,
  categoryId: number | undefined,
): { id: number; header: string; url: string }[] {
  const crumbs: { id: number; header: string; url: string }[] = []
  let index = categoryId === undefined ? -1 : categories.findIndex(({ id }) => id === categoryId)
  for (let category = categories[index]; category; category = categories[index]) {
    crumbs.unshift({ id: category.id, header: category.name, url: category.url })
    index = category.parent
  }
  return crumbs
}
