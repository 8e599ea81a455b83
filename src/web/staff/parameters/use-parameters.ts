import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import {
  moveParameter,
  resetParameterOrder,
  saveParameter,
  showParameters,
  staffParameters,
  type StaffParameter,
} from '#shared/api/staff/parameters.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { withMoved } from './arrange.ts'

const key = ['staff', 'parameters']
type List = Pick<ReplyOf<typeof staffParameters>, 'items' | 'goods'>

export function useParameters() {
  return useQuery({ queryKey: key, queryFn: ({ signal }): Promise<List> => call(staffParameters, {}, { signal }) })
}

/** Changes are serialised in the order of presses; each reply is the list at that time. */
function useParametersMutation<Input>(
  send: (input: Input) => Promise<List>,
  optimistic?: (list: List, input: Input) => List,
) {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    scope: { id: 'parameters' },
    mutationFn: send,
    onMutate: async (input) => {
      await queries.cancelQueries({ queryKey: key })
      if (optimistic) queries.setQueryData<List>(key, (list) => list && optimistic(list, input))
    },
    onSuccess: ({ items, goods }) => {
      // Later changes are applied optimistically already; their own replies confirm them.
      if (queries.isMutating({ predicate: ({ options }) => options.scope?.id === 'parameters' }) === 1)
        queries.setQueryData<List>(key, { items, goods })
    },
    onError: ({ message }) => {
      notify({ tone: 'bad', title: 'Не сохранено', text: message })
      void queries.invalidateQueries({ queryKey: key })
    },
  })
}

export function useShowParameters() {
  return useParametersMutation(
    (input: Omit<InputOf<typeof showParameters>, 'method'>) => call(showParameters, input),
    ({ items, goods }, { ids, filter, card }) => ({
      goods,
      items: items.map((each) =>
        ids.includes(each.id)
          ? {
              ...each,
              filter: filter === 'yes' || (filter === 'no' ? false : each.filter),
              card: card === 'yes' || (card === 'no' ? false : each.card),
            }
          : each,
      ),
    }),
  )
}

/**
 * Moves a parameter before the one that `successorIn` returns for the current list, and returns the new list; undefined
 * if it stays. Keys repeat faster than rows are rendered, so each move starts from the result of the previous one.
 */
export function useMoveParameter() {
  const queries = useQueryClient()
  const { mutate } = useParametersMutation((input: { id: number; before: number | null }) => call(moveParameter, input))
  const lastMove = useRef<Promise<unknown>>(Promise.resolve())

  async function applyAndSend(id: number, successorIn: FindSuccessor): Promise<readonly StaffParameter[] | undefined> {
    await queries.cancelQueries({ queryKey: key })
    const list = queries.getQueryData<List>(key)
    const before = list && successorIn(list.items)
    if (list === undefined || before === undefined) return undefined
    const items = withMoved(list.items, id, before)
    queries.setQueryData<List>(key, { ...list, items })
    mutate({ id, before })
    return items
  }

  return (id: number, successorIn: FindSuccessor) => {
    const move = lastMove.current.then(() => applyAndSend(id, successorIn))
    lastMove.current = move
    return move
  }
}

/** Null = last. */
type FindSuccessor = (all: readonly StaffParameter[]) => number | null | undefined

export function useResetOrder() {
  return useParametersMutation(() => call(resetParameterOrder, {}))
}

/** Refusals are shown at the fields. */
export function useSaveParameter() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Omit<InputOf<typeof saveParameter>, 'method'>) => call(saveParameter, input),
    onSuccess: ({ items, goods }) => queries.setQueryData<List>(key, { items, goods }),
  })
}
