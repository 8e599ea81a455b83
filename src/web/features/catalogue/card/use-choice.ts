import { useState } from 'react'
import type { Choice } from '../product-choice.ts'

type Chosen = { of: number; cells: Choice; refusal: string }

/** The quantities typed into a card that are not in the basket yet. Another product's card begins with none. */
export function useChoice(id: number) {
  const nothing: Chosen = { of: id, cells: {}, refusal: '' }
  const [kept, keep] = useState(nothing)
  const { cells, refusal } = kept.of === id ? kept : nothing
  return {
    cells,
    refusal,
    choose: (key: string, quantityMilli: number) => keep((known) => ({ of: id, cells: { ...(known.of === id ? known.cells : {}), [key]: quantityMilli }, refusal: '' })),
    refuse: (message: string) => keep({ of: id, cells, refusal: message }),
    reset: () => keep(nothing),
  }
}
