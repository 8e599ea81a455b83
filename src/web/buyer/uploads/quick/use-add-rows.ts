import { useState } from 'react'
import type { CartOutcome } from '#shared/api/uploads.ts'
import { notAddedNotification } from '#web/parts/basket/not-added.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { addedGoodIds, type AddToCart } from '../add-to-cart.ts'
import { sendOnce } from '#web/api/attempts.ts'
import { answerOf } from './answer-cache.ts'
import { distributeReadyRows } from './additions.ts'
import { attemptsOf } from './grid-attempts.ts'
import { isEmpty, withoutRows, type GridRow } from './grid-rows.ts'
import { toCartInput } from './row-state.ts'
import type { Grid } from './use-grid.ts'

type AddRows = {
  storageKey: string
  contract: number
  disabled: boolean
  onAdd: AddToCart
  onAdded: (reply: { count: number; lines: readonly CartOutcome[] }, hasRemaining: boolean) => void
}

/** Adds the ready rows to the basket once all answers are known; added rows are removed from the grid. */
export function useAddRows(
  { rows, setRows, answers, mode, setMode }: Grid,
  { storageKey, contract, disabled, onAdd, onAdded }: AddRows,
) {
  const notify = useNotify()
  const [adding, setAdding] = useState(false)

  async function addRows() {
    if (!(await answers.fetchAll(rows))) return
    const cached = answers.get()
    const additions = distributeReadyRows(rows, (row) => answerOf(cached, row), mode)
    const cart = toCartInput(rows, (row) => answerOf(cached, row), additions)
    if (Object.keys(cart.cartList).length === 0)
      return notify({ tone: 'warn', text: 'Ни одна строка не войдёт в корзину: проверьте артикулы и количества' })
    const input = { contract, mode, ...cart }
    const reply = await sendOnce(attemptsOf(storageKey), input, (keys) => onAdd(input, keys))
    const addedIds = addedGoodIds(reply.lines)
    const isRowAdded = ({ key }: GridRow, id: number | null | undefined) =>
      id !== null && id !== undefined && addedIds.has(id) && (additions.byRow.get(key) ?? 0) > 0
    const removedKeys = new Set(
      rows.filter((row) => isRowAdded(row, answerOf(cached, row).answer?.id) || isEmpty(row)).map(({ key }) => key),
    )
    const hasRemaining = rows.some(({ key }) => !removedKeys.has(key))
    setRows((current) => withoutRows(current, removedKeys))
    setMode('add')
    answers.invalidate()
    onAdded(reply, hasRemaining)
  }

  function add() {
    if (adding || disabled) return
    setAdding(true)
    addRows()
      .catch((error: unknown) => {
        notify(notAddedNotification(error instanceof Error ? error.message : String(error)))
      })
      .finally(() => setAdding(false))
  }

  return { add, adding }
}
