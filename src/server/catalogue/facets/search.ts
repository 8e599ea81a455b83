import type { Bits } from './bits.ts'
import { baseItems, Choices, panelConstraints } from './constraints.ts'
import { countAnswer } from './counts.ts'
import { pageOfRows } from './paging.ts'
import type { FacetFilter, FacetView, SearchResult } from './query.ts'
import { rowView } from './render/row-view.ts'
import type { Snapshot } from './snapshot.ts'
import { matchText } from './text/match.ts'
import { suggestSpelling } from './text/suggest.ts'
import { availableItems, type Workspace } from './workspace.ts'

/**
 * Answers a filter: a page of rows and the disjunctive counts of every facet (product.md §3). A row matches if one item
 * satisfies parameters, price and availability together. Pure except for the workspace. Unknown ids match nothing.
 */
export function search(snapshot: Snapshot, workspace: Workspace, view: FacetView, filter: FacetFilter): SearchResult {
  const warehouses = indexesOfWarehouses(snapshot, view.warehouseIds)
  const chosen = chosenWarehouses(snapshot, view, filter)
  const available = availableItems(snapshot, workspace, chosen)

  const { choices, isQuery, isKnown } = applyFilter(snapshot, workspace, view, filter, available)
  const matching = choices.matching()
  const counted = countAnswer(snapshot, workspace, view, filter, choices, matching, available)
  const { total } = counted

  const pages = Math.max(1, Math.ceil(total / filter.perPage))
  const page = Math.min(filter.page, pages)
  const sorting = filter.sorting ?? (isQuery ? 'relevance' : { field: 'header' as const, descending: false })
  const first = (page - 1) * filter.perPage
  const rows = pageOfRows(snapshot, workspace, view, matching, {
    total,
    first,
    count: filter.perPage,
    sorting,
    available,
  })

  return {
    ...counted,
    page,
    pages,
    rows: rows.map((row) => rowView(snapshot, view, row, { matching, warehouses, chosen })),
    stockChangedMs: Math.max(0, ...chosen.map((warehouse) => snapshot.stockChangedMs[warehouse] ?? 0)),
    // If all words are known, the filter is the cause of the empty result, and no spelling is suggested. This searches
    // again and overwrites the workspace, so it runs last.
    suggestion:
      isQuery && !isKnown && total === 0
        ? suggestSpelling(snapshot, filter.query, (query) =>
            hasMatches(snapshot, workspace, view, { ...filter, query }, available),
          )
        : undefined,
  }
}

/** Items left by the filter, and by the filter without one facet's choice; as sets of the workspace. */
export function applyChoices(snapshot: Snapshot, workspace: Workspace, view: FacetView, filter: FacetFilter): Choices {
  const available = availableItems(snapshot, workspace, chosenWarehouses(snapshot, view, filter))
  return applyFilter(snapshot, workspace, view, filter, available).choices
}

function chosenWarehouses(snapshot: Snapshot, view: FacetView, { warehouseId }: FacetFilter): number[] {
  return indexesOfWarehouses(snapshot, warehouseId === undefined ? view.warehouseIds : [warehouseId])
}

function indexesOfWarehouses(snapshot: Snapshot, ids: readonly number[]): number[] {
  return ids.map((id) => snapshot.warehouseIds.indexOf(id)).filter((index) => index >= 0)
}

function applyFilter(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  filter: FacetFilter,
  available: Bits,
): { choices: Choices; isQuery: boolean; isKnown: boolean } {
  const { scratch } = workspace
  scratch.begin()
  const found = filter.query.trim() === '' ? undefined : matchText(snapshot, workspace, filter.query, filter.searchIn)
  const base = baseItems(snapshot, scratch, view, filter, found)
  const choices = new Choices(scratch, base)
  for (const constraint of panelConstraints(snapshot, workspace, view, filter, base)) choices.add(constraint)
  if (filter.available) choices.add({ facet: 'available', items: available })
  return { choices, isQuery: found !== undefined, isKnown: found !== undefined && found.length > 0 }
}

/** Whether the filter matches anything sold to the view. */
function hasMatches(
  snapshot: Snapshot,
  workspace: Workspace,
  view: FacetView,
  filter: FacetFilter,
  available: Bits,
): boolean {
  const matching = applyFilter(snapshot, workspace, view, filter, available).choices.matching()
  return workspace.scratch.words.some((word) => matching[word] !== 0)
}
