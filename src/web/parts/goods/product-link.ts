import { linkOptions } from '@tanstack/react-router'

/** The way to a product's card, which opens over the list that is shown; back closes it. */
export function productLink(id: number) {
  return linkOptions({
    to: '.',
    search: (search) => ({ ...search, product: id }),
    state: { card: 1 },
    resetScroll: false,
    preload: false,
    activeProps: {},
  })
}
