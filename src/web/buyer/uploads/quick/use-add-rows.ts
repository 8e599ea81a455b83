import { useState } from 'react'
import type { CartOutcome } from '#shared/api/uploads.ts'
import { CallError } from '#web/api/client.ts'
import { notAdded } from '#web/parts/basket/not-added.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { enteredIds, type AddToCart } from '../add-to-cart.ts'
import { answerOf } from './answers.ts'
import { attemptFor, clearAttempt } from './attempt.ts'
import { additionsOf } from './additions.ts'
import { isEmpty, without, type GridRow } from './grid-rows.ts'
import { cartOf } from './row-state.ts'
import type { Grid } from './use-grid.ts'

type AddRows = {
  storageKey: string
  contract: number
  disabled: boolean
  onAdd: AddToCart
  onAdded: (reply: { count: number; lines: readonly CartOutcome[] }, left: boolean) => void
}

/** Adds the ready rows to the basket once all answers are known; added rows are removed from the grid. */
export function useAddRows(
  { rows, update, answers, mode, setMode }: Grid,
  { storageKey, contract, disabled, onAdd, onAdded }: AddRows,
) {
  const notify = useNotify()
  const [adding, setAdding] = useState(false)

  async function addRows() {
    if (!(await answers.settle(rows))) return
    const known = answers.get()
    const additions = additionsOf(rows, (row) => answerOf(known, row), mode)
    const cart = cartOf(rows, (row) => answerOf(known, row), additions)
    if (Object.keys(cart.cartList).length === 0)
      return notify({ tone: 'warn', text: 'Ни одна строка не войдёт в корзину: проверьте артикулы и количества' })
    const input = { contract, mode, ...cart }
    const reply = await onAdd(input, attemptFor(storageKey, input))
    clearAttempt(storageKey)
    const entered = enteredIds(reply.lines)
    const isIn = ({ key }: GridRow, id: number | null | undefined) =>
      id !== null && id !== undefined && entered.has(id) && (additions.byRow.get(key) ?? 0) > 0
    const gone = new Set(
      rows.filter((row) => isIn(row, answerOf(known, row).answer?.id) || isEmpty(row)).map(({ key }) => key),
    )
    const left = rows.some(({ key }) => !gone.has(key))
    update((now) => without(now, gone))
    setMode('add')
    answers.forget()
    onAdded(reply, left)
  }

  function add() {
    if (adding || disabled) return
    setAdding(true)
    addRows()
      .catch((error: unknown) => {
        // Unknown whether an unanswered call was executed: retry with the same key.
        if (error instanceof CallError && error.status >= 400 && error.status < 500) clearAttempt(storageKey)
        notify(notAdded(error instanceof Error ? error.message : String(error)))
      })
      .finally(() => setAdding(false))
  }

  return { add, adding }
}
