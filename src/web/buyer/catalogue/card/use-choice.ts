import { useState } from 'react'
import type { Choice } from '../product-choice.ts'

type StoredChoice = { productId: number; cells: Choice; refusal: string }

/** Quantities typed into a card and not yet added. Another product's card starts empty. */
export function useChoice(id: number) {
  const emptyChoice: StoredChoice = { productId: id, cells: {}, refusal: '' }
  const [stored, setStored] = useState(emptyChoice)
  const { cells, refusal } = stored.productId === id ? stored : emptyChoice
  return {
    cells,
    refusal,
    choose: (key: string, quantityMilli: number) =>
      setStored((current) => ({
        productId: id,
        cells: { ...(current.productId === id ? current.cells : {}), [key]: quantityMilli },
        refusal: '',
      })),
    refuse: (message: string) => setStored({ productId: id, cells, refusal: message }),
    reset: () => setStored(emptyChoice),
  }
}
