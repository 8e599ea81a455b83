import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { quickOrder } from '#shared/api/uploads.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { acceptProposal, withCandidate, withGoods, withQuantity, type ReviewRow } from './review-rows.ts'
import type { RowActions } from './rows/RowOrder.tsx'
import { withPart } from './split-columns.ts'

type Change = (change: (rows: readonly ReviewRow[]) => readonly ReviewRow[]) => void

/** Edits of a row within the table. `choosing`: the row whose good is being chosen. */
export function useRowEdits(contract: number, change: Change) {
  const notify = useNotify()
  const [choosing, setChoosing] = useState<number>()
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: ({ row, id }: { row: ReviewRow; id: number }) =>
      call(quickOrder, {
        contract,
        rows: [{ code: row.raw.code || row.raw.name, qnt: row.requested ?? row.raw.qnt, id }],
      }),
    onSuccess: ({ rows: [answer] }, { row }) => {
      if (!answer) return
      change((rows) => rows.map((each) => (each.line === row.line ? withGoods(each, answer) : each)))
      // A product with variants: choose one of them next.
      setChoosing(answer.status === 'ambiguous' ? row.line : undefined)
    },
    onError: ({ message }, { row }) => notify({ tone: 'bad', title: row.raw.code || row.raw.name, text: message }),
  })

  const actions = useMemo((): RowActions => {
    const replace = (row: ReviewRow, next: ReviewRow) => update(row, () => next)
    const update = ({ line }: ReviewRow, next: (row: ReviewRow) => ReviewRow) =>
      change((rows) => rows.map((each) => (each.line === line ? next(each) : each)))
    return {
      onQuantity: (row, quantityMilli) => replace(row, withQuantity(row, quantityMilli)),
      onChoose: (row) => setChoosing(row.line),
      onSelectGood: (row, { id }) => mutate({ row, id }),
      onAccept: (row) => {
        const [first] = row.candidates
        // The server's answer for the first one is final.
        if (row.id === null || first === undefined || first.id === row.id) replace(row, acceptProposal(row))
        else mutate({ row, id: row.id })
      },
      onCandidate: (row, step) => {
        const index = row.candidates.findIndex(({ id }) => id === row.id)
        const next = row.candidates[(index + step + row.candidates.length) % row.candidates.length]
        if (next) replace(row, withCandidate(row, next))
      },
      onToggleSkipped: (row) => update(row, (each) => ({ ...each, skipped: !each.skipped })),
      onPart: (row, position, quantityMilli) => update(row, (each) => withPart(each, position, quantityMilli)),
    }
  }, [change, mutate])

  return {
    actions,
    busyRow: isPending ? variables.row.line : undefined,
    choosing,
    error: error ?? undefined,
    chooseGood: (row: ReviewRow, id: number) => mutate({ row, id }),
    close: () => {
      reset()
      setChoosing(undefined)
    },
  }
}
