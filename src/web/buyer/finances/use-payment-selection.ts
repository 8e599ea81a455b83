import { useState } from 'react'
import type { FinanceItem } from '#shared/api/money/finances.ts'

export type PaymentSelection = {
  items: readonly FinanceItem[]
  has: (id: number) => boolean
  toggle: (item: FinanceItem) => void
  clear: () => void
}

/** Documents selected for payment, over all pages of one contract. */
export function usePaymentSelection(contractId: number | undefined): PaymentSelection {
  const [selected, setSelected] = useState<{ contractId: number | undefined; items: readonly FinanceItem[] }>({
    contractId,
    items: [],
  })
  const items = selected.contractId === contractId ? selected.items : []
  const has = (id: number) => items.some((item) => item.id === id)
  return {
    items,
    has,
    toggle: (item) =>
      setSelected({ contractId, items: has(item.id) ? items.filter(({ id }) => id !== item.id) : [...items, item] }),
    clear: () => setSelected({ contractId, items: [] }),
  }
}
