const maxNamed = 5

/** What a price file is wanted of: 'Дрели, Пилы и ещё 3 · только в наличии'. */
export function describePriceListContent({
  categories,
  available,
}: {
  categories: readonly string[]
  available: boolean
}): string {
  const more = categories.length - maxNamed
  const names =
    categories.length === 0
      ? 'Весь каталог'
      : categories.slice(0, maxNamed).join(', ') + (more > 0 ? ` и ещё ${more}` : '')
  return available ? `${names} · только в наличии` : names
}
