import { useState } from 'react'
import type { Choice } from '../product-choice.ts'

type Chosen = { of: number; cells: Choice; refusal: string }

/** Quantities typed into a card and not yet added. Another product's card starts empty. */
export function useChoice(id: number) {
  const nothing: Chosen = { of: id, cells: {}, refusal: '' }
  const [stored, store] = useState(nothing)
  const { cells, refusal } = stored.of === id ? stored : nothing
  return {
    cells,
    refusal,
    choose: (key: string, quantityMilli: number) =>
      store((known) => ({
        of: id,
        cells: { ...(known.of === id ? known.cells : {}), [key]: quantityMilli },
        refusal: '',
      })),
    refuse: (message: string) => store({ of: id, cells, refusal: message }),
    reset: () => store(nothing),
  }
}
