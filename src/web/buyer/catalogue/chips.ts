import type { FilterReply } from '#shared/api/catalogue.ts'
import { toggled, toggledParam, type CatalogueView, type ViewChange } from './url-state.ts'
import { price } from '#web/ui/format.ts'

/** An active condition and the change that removes it. */
export type ActiveChip = { key: string; label: string; without: ViewChange }

/** Names of values found by search, by chip key, until a reply includes them. */
export type FoundNames = Readonly<Record<string, string>>

const searchedIn = { all: '', articul: ' в артикуле', header: ' в названии' }

/** Every active condition of a view as a chip; names come from the facets. */
export function chipsOf(
  view: CatalogueView,
  facets: Pick<FilterReply, 'brands' | 'tags' | 'params'> | undefined,
  found: FoundNames = {},
): ActiveChip[] {
  const chipLabel = (key: string, name: string | undefined) => ({ key, label: name ?? found[key] ?? '…' })
  return [
    ...chipsIf(view.query !== '', {
      key: 'query',
      label: `«${view.query}»${searchedIn[view.searchRange]}`,
      without: { query: '' },
    }),
    ...chipsIf(view.available, { key: 'available', label: 'В наличии', without: { available: false } }),
    ...chipsIf(view.isNew, { key: 'new', label: 'Новинки', without: { isNew: false } }),
    ...chipsIf(view.sale, { key: 'sale', label: 'Распродажа', without: { sale: false } }),
    ...priceChip(view),
    ...view.brands.map((id) => ({
      ...chipLabel(brandKey(id), headerOf(facets?.brands.data, id)),
      without: { brands: toggled(view.brands, id) },
    })),
    ...view.tags.map((id) => ({
      ...chipLabel(tagKey(id), headerOf(facets?.tags.data, id)),
      without: { tags: toggled(view.tags, id) },
    })),
    ...Object.entries(view.params).flatMap(([param, values]) =>
      values.map((id) => ({
        ...chipLabel(valueKey(Number(param), id), valueOf(facets?.params, Number(param), id)),
        without: { params: toggledParam(view.params, Number(param), id) },
      })),
    ),
  ]
}

export const brandKey = (id: number) => `brand-${id}`
export const tagKey = (id: number) => `tag-${id}`
export const valueKey = (param: number, id: number) => `param-${param}-${id}`

function priceChip({ minPrice, maxPrice }: CatalogueView): ActiveChip[] {
  if (minPrice === undefined && maxPrice === undefined) return []
  const low = minPrice === undefined ? undefined : price(minPrice)
  const high = maxPrice === undefined ? undefined : price(maxPrice)
  const range = low === undefined ? `до ${high}` : high === undefined ? `от ${low}` : `${low} – ${high}`
  return [{ key: 'price', label: `${range}\u00a0₽`, without: { minPrice: undefined, maxPrice: undefined } }]
}

function headerOf(facet: readonly { id: number; header: string }[] | undefined, id: number): string | undefined {
  return facet?.find((value) => value.id === id)?.header
}

function valueOf(params: FilterReply['params'] | undefined, param: number, id: number): string | undefined {
  return params?.find((facet) => facet.id === param)?.values.find((value) => value.id === id)?.value
}

function chipsIf(condition: boolean, chip: ActiveChip): ActiveChip[] {
  return condition ? [chip] : []
}
