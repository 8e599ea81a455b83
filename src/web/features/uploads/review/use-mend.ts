import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { quickOrder } from '#shared/api/uploads.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { withGoods, withQuantity, type ReviewRow } from './review-rows.ts'
import type { RowActions } from './RowOrder.tsx'

type Change = (change: (rows: readonly ReviewRow[]) => readonly ReviewRow[]) => void

/** What can be done about a row in its place. `choosing`: the row whose good is being chosen. */
export function useMend(contract: number, change: Change) {
  const notify = useNotify()
  const [choosing, setChoosing] = useState<number>()
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: ({ row, id }: { row: ReviewRow; id: number }) => call(quickOrder, { contract, rows: [{ code: row.raw.code || row.raw.name, qnt: row.requested ?? row.raw.qnt, id }] }),
    onSuccess: ({ rows: [answer] }, { row }) => {
      if (!answer) return
      change((rows) => rows.map((each) => (each.row === row.row ? withGoods(each, answer) : each)))
      // A good with variants: which of them is asked next.
      setChoosing(answer.status === 'ambiguous' ? row.row : undefined)
    },
    onError: ({ message }, { row }) => notify({ tone: 'bad', title: row.raw.code || row.raw.name, text: message }),
  })

  const actions = useMemo((): RowActions => {
    const replace = (row: ReviewRow, next: ReviewRow) => change((rows) => rows.map((each) => (each.row === row.row ? next : each)))
    return {
      onQuantity: (row, quantityMilli) => replace(row, withQuantity(row, quantityMilli)),
      onChoose: (row) => setChoosing(row.row),
      onAnalogue: (row) => row.analogue && mutate({ row, id: row.analogue.id }),
      onLeave: (row) => replace(row, { ...row, left: !row.left }),
    }
  }, [change, mutate])

  return {
    actions,
    busyRow: isPending ? variables.row.row : undefined,
    choosing,
    error: error ?? undefined,
    settle: (row: ReviewRow, id: number) => mutate({ row, id }),
    close: () => {
      reset()
      setChoosing(undefined)
    },
  }
}
