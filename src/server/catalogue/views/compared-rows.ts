import type { Compared } from './queries.ts'

/** A parameter with its value for each product; null if a product lacks it. */
type ComparedRow = { id: number; header: string; values: (string | null)[]; differs: boolean }

/** Pivots parameters of products into one row per parameter, in the catalogue's order. */
export function comparedRows(products: readonly Compared['params'][]): ComparedRow[] {
  const parameters = new Map(products.flat().map((parameter) => [parameter.id, parameter]))
  const ordered = [...parameters.values()].sort(
    (one, other) => one.position - other.position || one.header.localeCompare(other.header, 'ru') || one.id - other.id,
  )
  return ordered.map(({ id, header }) => {
    const values = products.map((params) => params.find((parameter) => parameter.id === id)?.value ?? null)
    return { id, header, values, differs: new Set(values).size > 1 }
  })
}
