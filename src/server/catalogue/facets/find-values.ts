import { chosenValues, indexesOf, type Choices } from './constraints.ts'
import { countBrandsOf, countTags, countValuesOf } from './counts.ts'
import { facetRange, foldName, type FacetKey } from './facet-names.ts'
import type { CurrentSnapshot } from './holder.ts'
import type { FacetFilter, FacetView } from './query.ts'
import { maxCarried } from './render/render-facets.ts'
import { applyChoices } from './search.ts'
import type { Snapshot } from './snapshot.ts'
import type { Workspace } from './workspace.ts'

/** `more`: further values match. */
export type FoundValues = { values: { id: number; value: string; count: number; selected: boolean }[]; more: boolean }

/**
 * The first values of a facet that contain every typed word and have rows or are chosen; those beginning with the text
 * come first. Counts ignore the facet's own choice, as in `search`.
 */
export function findValues(
  currentSnapshot: CurrentSnapshot,
  view: FacetView,
  filter: FacetFilter,
  facet: FacetKey,
  typed: string,
): FoundValues {
  const { snapshot, workspace, names } = currentSnapshot
  const { from, to } = facetRange(snapshot, facet)
  const counts = countFacet(snapshot, workspace, facet, applyChoices(snapshot, workspace, view, filter))
  const chosen = new Set(chosenIndexes(snapshot, filter, facet))
  const isOffered = (index: number) => counts[index]! > 0 || chosen.has(index)
  const indexes = matching(names(facet), foldName(typed), from, to, isOffered)
  const { ids, texts } = columnsOf(snapshot, facet)
  return {
    values: indexes
      .slice(0, maxCarried)
      .map((index) => ({ id: ids[index]!, value: texts[index]!, count: counts[index]!, selected: chosen.has(index) })),
    more: indexes.length > maxCarried,
  }
}

/** One more than the answer holds, to know whether there are more. */
function matching(
  names: readonly string[],
  typed: string,
  from: number,
  to: number,
  isOffered: (index: number) => boolean,
): number[] {
  const words = typed.split(' ')
  const beginning: number[] = []
  const containing: number[] = []
  for (let index = from; index < to && beginning.length <= maxCarried; index += 1) {
    const name = names[index - from]!
    if (!words.every((word) => name.includes(word)) || !isOffered(index)) continue
    if (name.startsWith(typed)) beginning.push(index)
    else if (containing.length <= maxCarried) containing.push(index)
  }
  return [...beginning, ...containing].slice(0, maxCarried + 1)
}

function countFacet(snapshot: Snapshot, { scratch }: Workspace, facet: FacetKey, choices: Choices): Uint32Array {
  if (facet.name === 'brands') return countBrandsOf(snapshot, scratch, choices.ignoring('brand'))
  if (facet.name === 'tags') return countTags(snapshot, scratch, choices.ignoring('tag'))
  const counts = new Uint32Array(snapshot.valueIds.length)
  const parameter = snapshot.parameters.find(({ id }) => id === facet.parameterId)
  if (parameter) countValuesOf(snapshot, counts, parameter, choices.ignoring(`parameter ${facet.parameterId}`))
  return counts
}

function chosenIndexes(snapshot: Snapshot, filter: FacetFilter, facet: FacetKey): number[] {
  if (facet.name === 'brands') return indexesOf(snapshot.brandIds, filter.brandIds)
  if (facet.name === 'tags') return indexesOf(snapshot.tagIds, filter.tagIds)
  return chosenValues(snapshot, filter)
}

function columnsOf({ brandIds, brandNames, tagIds, tagNames, valueIds, valueNames }: Snapshot, { name }: FacetKey) {
  if (name === 'brands') return { ids: brandIds, texts: brandNames }
  if (name === 'tags') return { ids: tagIds, texts: tagNames }
  return { ids: valueIds, texts: valueNames }
}
