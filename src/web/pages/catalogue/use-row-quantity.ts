import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { milli } from '#shared/rules/money.ts'
import { useBasketEdits } from '#web/parts/basket/BasketProvider.tsx'
import { warehousesWith, quantityIn } from '#web/parts/basket/basket-state.ts'
import { basketQuery, useRestoreLines } from '#web/parts/basket/use-basket.ts'
import { useNotify } from '#web/ui/notifications.tsx'

const undoFadesMs = 8000

/** Quantity of a row in the basket and functions to change it; removal can be undone. */
export function useRowQuantity(row: ProductRow, warehouse: number | undefined) {
  const queries = useQueryClient()
  const notify = useNotify()
  const { sync } = useBasketEdits()
  const restore = useRestoreLines()
  const inBasketMilli =
    useQuery({ ...basketQuery, select: (basket) => quantityIn(basket, row.id, warehouse) }).data ?? milli(row.in_basket)
  const name = [row.articul, row.header].filter(Boolean).join(' · ')
  const set = (quantityMilli: number) => sync.set({ id: row.id, warehouse, quantityMilli, price: row.price, name })

  function remove() {
    const keys = warehousesWith(queries.getQueryData(basketQuery.queryKey), row.id, warehouse)
    set(0)
    const undo = { label: 'Вернуть', onPress: () => void putBack(keys, inBasketMilli).catch(notifyFailure) }
    notify({ text: `Убрано из корзины: ${row.header}`, fadeMs: undoFadesMs, action: undo })
  }

  async function putBack(keys: { id: number; wms: number }[], quantityMilli: number) {
    const { lines } = keys.length === 0 ? { lines: [] } : await restore.mutateAsync({ lines: keys })
    // The server has never received a quantity that was removed before it was sent.
    if (lines.length === 0 && quantityIn(queries.getQueryData(basketQuery.queryKey), row.id, warehouse) === 0)
      set(quantityMilli)
  }

  function notifyFailure(error: unknown) {
    notify({ tone: 'bad', title: name, text: error instanceof Error ? error.message : String(error) })
  }

  return {
    inBasketMilli,
    remove,
    change: (quantityMilli: number) => (quantityMilli === 0 && inBasketMilli > 0 ? remove() : set(quantityMilli)),
  }
}
