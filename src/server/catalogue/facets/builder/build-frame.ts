import { compareNaturally, russianOrder } from './collation.ts'
import type { Category, Parameter } from '../snapshot.ts'
import type { SourceCategory, SourceFrame, SourceNamed } from './source.ts'

/** Categories, brands, tags and parameters in display order, with the index of each id. */
export type CatalogueFrame = {
  categories: Category[]
  categoryIndexes: Map<number, number>
  brandIds: Uint32Array
  brandNames: string[]
  brandIndexes: Map<number, number>
  tagIds: Uint32Array
  tagNames: string[]
  tagIndexes: Map<number, number>
  parameters: Parameter[]
  valueIds: Uint32Array
  valueNames: string[]
  valueIndexes: Map<number, number>
}

export function frameOf(source: SourceFrame): CatalogueFrame {
  const brands = inNameOrder(source.brands)
  const tags = inNameOrder(source.tags)
  return {
    ...categoriesOf(source.categories),
    brandIds: brands.ids,
    brandNames: brands.names,
    brandIndexes: brands.indexes,
    tagIds: tags.ids,
    tagNames: tags.names,
    tagIndexes: tags.indexes,
    ...parametersOf(source),
  }
}

export function inNameOrder(named: readonly SourceNamed[]) {
  const order = russianOrder(named.map(({ name }) => name))
  const sorted = Array.from(order, (index) => named[index]!)
  const ids = Uint32Array.from(sorted, ({ id }) => id)
  return { ids, names: sorted.map(({ name }) => name), indexes: indexById(ids) }
}

/** A category with a missing or inactive parent, or that is its own ancestor, is attached to the root. */
function categoriesOf(source: readonly SourceCategory[]): {
  categories: Category[]
  categoryIndexes: Map<number, number>
} {
  const nameOrder = russianOrder(source.map(({ name }) => name))
  const sorted = Array.from(nameOrder, (index) => source[index]!).sort((a, b) => a.position - b.position)
  const categoryIndexes = new Map(sorted.map(({ id }, index) => [id, index]))
  const categories = sorted.map(
    ({ id, parentId, name, url, description, staffDescription, staffPicture }): Category => ({
      id,
      name,
      url,
      description,
      staffDescription,
      staffPicture,
      parent: (parentId === null ? undefined : categoryIndexes.get(parentId)) ?? -1,
      children: [],
    }),
  )
  for (const [index, category] of categories.entries()) {
    if (isItsOwnAncestor(categories, index)) category.parent = -1
    categories[category.parent]?.children.push(index)
  }
  return { categories, categoryIndexes }
}

function isItsOwnAncestor(categories: readonly Category[], index: number): boolean {
  let steps = 0
  for (let above = categories[index]?.parent ?? -1; above >= 0; above = categories[above]?.parent ?? -1) {
    steps += 1
    if (above === index || steps > categories.length) return true
  }
  return false
}

function parametersOf({ parameters: sourceParameters, values }: SourceFrame) {
  const nameOrder = russianOrder(sourceParameters.map(({ name }) => name))
  const sorted = Array.from(nameOrder, (index) => sourceParameters[index]!).sort((a, b) => a.position - b.position)
  const byParameter = Map.groupBy(values, ({ parameterId }) => parameterId)
  const parameters: Parameter[] = []
  const valueIds: number[] = []
  const valueNames: string[] = []
  for (const { id, name } of sorted) {
    const own = (byParameter.get(id) ?? []).toSorted((a, b) => compareNaturally(a.value, b.value) || a.id - b.id)
    const firstValue = valueIds.length
    for (const value of own) {
      valueIds.push(value.id)
      valueNames.push(value.value)
    }
    parameters.push({ id, name, firstValue, endValue: valueIds.length })
  }
  const ids = Uint32Array.from(valueIds)
  return { parameters, valueIds: ids, valueNames, valueIndexes: indexById(ids) }
}

function indexById(ids: Uint32Array): Map<number, number> {
  const indexes = new Map<number, number>()
  for (const [index, id] of ids.entries()) indexes.set(id, index)
  return indexes
}
