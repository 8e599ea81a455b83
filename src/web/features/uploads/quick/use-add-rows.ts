import { useState } from 'react'
import type { CartOutcome } from '#shared/api/uploads.ts'
import { CallError } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { enteredIds, type AddToCart } from '../add-to-cart.ts'
import { answerOf } from './answers.ts'
import { attemptFor, forgetAttempt } from './attempt.ts'
import { isEmpty, without } from './grid-rows.ts'
import { cartOf } from './row-news.ts'
import type { Grid } from './use-grid.ts'

type AddRows = {
  place: string
  contract: number
  disabled: boolean
  onAdd: AddToCart
  onAdded: (reply: { count: number; lines: readonly CartOutcome[] }, left: boolean) => void
}

/** Puts the ready rows into the basket, once everything typed is answered; what went in leaves the grid. */
export function useAddRows({ rows, update, answers }: Grid, { place, contract, disabled, onAdd, onAdded }: AddRows) {
  const notify = useNotify()
  const [adding, setAdding] = useState(false)

  async function addRows() {
    if (!(await answers.settle(rows))) return
    const known = answers.get()
    const { cartList, order, codes } = cartOf(rows, (row) => answerOf(known, row))
    if (Object.keys(cartList).length === 0) return notify({ tone: 'warn', text: 'Нет строк, готовых к заказу: укажите артикул и количество' })
    const input = { contract, mode: 'add' as const, cartList, order, codes }
    const reply = await onAdd(input, attemptFor(place, input))
    forgetAttempt(place)
    const entered = enteredIds(reply.lines)
    const gone = new Set(rows.filter((row) => entered.has(answerOf(known, row).answer?.id ?? 0) || isEmpty(row)).map(({ key }) => key))
    const left = rows.some(({ key }) => !gone.has(key))
    update((now) => without(now, gone))
    answers.forget()
    onAdded(reply, left)
  }

  function add() {
    if (adding || disabled) return
    setAdding(true)
    addRows()
      .catch((error: unknown) => {
        // Nobody knows whether an unanswered call was done: the same key is used again.
        if (error instanceof CallError && error.status >= 400 && error.status < 500) forgetAttempt(place)
        notify({ tone: 'bad', title: 'Товары не добавлены', text: error instanceof Error ? error.message : String(error), fadeMs: null })
      })
      .finally(() => setAdding(false))
  }

  return { add, adding }
}
