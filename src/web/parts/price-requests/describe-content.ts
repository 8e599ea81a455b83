import { listNames } from '#shared/rules/list-text.ts'

const maxNamed = 5

/** Content of a requested price file: 'Дрели, Пилы и ещё 3 · только в наличии'. */
export function describePriceListContent({
  categories,
  available,
}: {
  categories: readonly string[]
  available: boolean
}): string {
  const names = categories.length === 0 ? 'Весь каталог' : listNames(categories, maxNamed)
  return available ? `${names} · только в наличии` : names
}
