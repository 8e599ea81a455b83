import { useState } from 'react'
import type { FinanceItem } from '#shared/api/money/finances.ts'

export type Chosen = {
  items: readonly FinanceItem[]
  has: (id: number) => boolean
  toggle: (item: FinanceItem) => void
  clear: () => void
}

/** Documents selected for payment, over all pages of one contract (`of`). */
export function useChosen(of: number | undefined): Chosen {
  const [chosen, setChosen] = useState<{ of: number | undefined; items: readonly FinanceItem[] }>({ of, items: [] })
  const items = chosen.of === of ? chosen.items : []
  const has = (id: number) => items.some((item) => item.id === id)
  return {
    items,
    has,
    toggle: (item) =>
      setChosen({ of, items: has(item.id) ? items.filter(({ id }) => id !== item.id) : [...items, item] }),
    clear: () => setChosen({ of, items: [] }),
  }
}
