import type { FacetRange } from './render/render-facets.ts'
import type { Snapshot } from './snapshot.ts'
import { fold, unifyLookAlikes } from './text/normalise.ts'

/** A facet of the panel: brands, labels, or the values of one parameter. */
export type FacetKey = { name: 'brands' } | { name: 'tags' } | { name: 'params'; parameterId: number }

export type FoldedNames = (facet: FacetKey) => readonly string[]

/** Folded names of a facet's values for comparison with typed text; computed on first use. */
export function createFoldedNames(snapshot: Snapshot): FoldedNames {
  const known = new Map<string, readonly string[]>()
  return (facet) => {
    const key = facet.name === 'params' ? `params ${facet.parameterId}` : facet.name
    const folded = known.get(key) ?? namesOf(snapshot, facet).map(foldName)
    known.set(key, folded)
    return folded
  }
}

/** Ignores case, ё, look-alike letters and the decimal sign. */
export function foldName(text: string): string {
  return unifyLookAlikes(fold(text).replace(/\s+/g, ' ').trim()).replace(/(\d)\.(?=\d)/g, '$1,')
}

/** Index range of a facet's values; empty for an unknown parameter. */
export function facetRange({ brandIds, tagIds, parameters }: Snapshot, facet: FacetKey): FacetRange {
  if (facet.name === 'brands') return { from: 0, to: brandIds.length }
  if (facet.name === 'tags') return { from: 0, to: tagIds.length }
  const parameter = parameters.find(({ id }) => id === facet.parameterId)
  return { from: parameter?.firstValue ?? 0, to: parameter?.endValue ?? 0 }
}

function namesOf(snapshot: Snapshot, facet: FacetKey): readonly string[] {
  if (facet.name === 'brands') return snapshot.brandNames
  if (facet.name === 'tags') return snapshot.tagNames
  const { from, to } = facetRange(snapshot, facet)
  return snapshot.valueNames.slice(from, to)
}
