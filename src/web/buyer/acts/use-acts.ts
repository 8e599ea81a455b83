import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import {
  actRows,
  answerActMatch,
  cancelAct,
  confirmAct,
  disputeAct,
  getActs,
  readAct,
  removeActBook,
  requestAct,
  retryAct,
  uploadActBook,
  type Act,
  type ActView,
} from '#shared/api/money/acts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { call } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import { pollEvery } from '#web/push/poll-every.ts'
import { isValidActsPeriod, type ActsSearch } from './acts-url.ts'
import { actsKey } from './use-acts-waiting.ts'

/** Interval required by [C.25]; longer while changes are pushed. */
const pollMs = 10_000

/** A page of acts; the previous one stays, dimmed, while a new one loads. */
export function useActs(search: ActsSearch) {
  return useQuery({
    queryKey: [...actsKey, 'list', search],
    queryFn: ({ signal }) => call(getActs, search, { signal }),
    enabled: isValidActsPeriod(search),
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(pollMs),
  })
}

export function actQuery(id: number) {
  return queryOptions({
    queryKey: [...actsKey, 'one', id],
    queryFn: async ({ signal }) => (await call(readAct, { id }, { signal })).act,
    refetchInterval: pollEvery(pollMs),
  })
}

export type RowsInput = { id: number; view: ActView; page?: number; from?: number; to?: number }

export function useActRows(search: RowsInput, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: [...actsKey, 'rows', search],
    queryFn: ({ signal }) => call(actRows, search, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  })
}

export function useRequestAct() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<typeof requestAct>) => (await call(requestAct, input)).act,
    onSettled: () => invalidateActs(queries),
  })
}

/** Calls that change an act as a whole. */
const changeCalls = { confirm: confirmAct, dispute: disputeAct, retry: retryAct, removeFile: removeActBook } as const

export function useChangeAct() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, change }: { id: number; change: keyof typeof changeCalls }): Promise<Act> =>
      (await call(changeCalls[change], { id })).act,
    onSettled: () => invalidateActs(queries),
  })
}

export function useCancelAct() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(cancelAct, { id }),
    onSettled: () => invalidateActs(queries),
  })
}

const answersKey = (actId: number) => [...actsKey, 'answer', actId]

type MatchAnswer = Omit<InputOf<typeof answerActMatch>, 'id'>

export function useAnswerMatch(id: number, { onError }: { onError: (error: Error) => void }) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: answersKey(id),
    mutationFn: async (answer: MatchAnswer) => (await call(answerActMatch, { id, ...answer })).act,
    onError,
    onSettled: () => invalidateActs(queries),
    // What failed is forgotten with its line, which then shows what is stored.
    gcTime: 0,
  })
}

/** Waits for the answers that are being sent; false: a line's last answer was not stored. */
export function useWaitForAnswers(actId: number): () => Promise<boolean> {
  const queries = useQueryClient()
  return async () => {
    const mutations = queries.getMutationCache()
    const answers = () => mutations.findAll({ mutationKey: answersKey(actId) })
    await new Promise<void>((resolve) => {
      const resolveIfSent = () => {
        if (answers().some(({ state }) => state.status === 'pending')) return
        unsubscribe()
        resolve()
      }
      const unsubscribe = mutations.subscribe(resolveIfSent)
      resolveIfSent()
    })
    const lastByMatch = new Map(answers().map(({ state }) => [(state.variables as MatchAnswer).match, state]))
    return [...lastByMatch.values()].every(({ status }) => status !== 'error')
  }
}

export function useUploadBook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, file }: { id: number; file: File }) =>
      (await sendFile(uploadActBook, { id, name: file.name }, file)).act,
    onSettled: () => invalidateActs(queries),
  })
}

function invalidateActs(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: actsKey })
}
