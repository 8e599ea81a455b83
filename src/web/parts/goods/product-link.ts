import { linkOptions } from '@tanstack/react-router'

/** Link to a product's card, which opens over the current list; Back closes it. */
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
