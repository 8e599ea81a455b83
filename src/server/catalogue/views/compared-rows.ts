import type { Compared } from './queries.ts'

/** A parameter, and its value of each product: null where it has none. */
type ComparedRow = { id: number; header: string; values: (string | null)[]; differs: boolean }

/** Parameters of each product → one row per parameter that any of them has, in the catalogue's order of parameters. */
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
