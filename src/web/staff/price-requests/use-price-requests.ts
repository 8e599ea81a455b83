import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import {
  answerPriceRequest,
  attachRequestedFile,
  dropRequestedFile,
  maxPriceFileBytes,
  makeRequestedFile,
  staffPriceRequests,
  type AttachedFile,
  type RequestFile,
} from '#shared/api/price-lists.ts'
import { tooLargeMessage } from '#shared/rules/file-size.ts'
import { call, CallError } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import type { RequestsSearch } from './requests-url.ts'
import { requestsKey } from './use-new-requests.ts'

export type StaffPriceRequest = ReplyOf<typeof staffPriceRequests>['items'][number]
export type Answer = { id: number; state: 'done' | 'refused'; answer: string }

const refetchMs = 30_000
const fastRefetchMs = 1000

/** A page of requests, refetched every 30 s, and every second while a file is being written. */
export function usePriceRequests(search: RequestsSearch) {
  return useQuery({
    queryKey: [...requestsKey, search],
    queryFn: ({ signal }) => call(staffPriceRequests, search, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ files }) => files.some(isUnfinished)) ? fastRefetchMs : refetchMs,
  })
}

export function isUnfinished({ state }: RequestFile): boolean {
  return state === 'queued' || state === 'running'
}

export function useAnswerPriceRequest(onAnswered: () => void) {
  const invalidate = useInvalidateRequests()
  return useMutation({
    mutationFn: (answer: Answer) => call(answerPriceRequest, answer),
    onError: (error) => console.error('price request not answered', error),
    onSuccess: onAnswered,
    onSettled: invalidate,
  })
}

/** Changes of an answer's files run one at a time, and each waits for the refetched list. */
export function useRequestFiles(id: number) {
  const invalidate = useInvalidateRequests()
  const change = {
    onError: (error: Error) => console.error('files of an answer not changed', error),
    onSettled: invalidate,
  }
  return {
    make: useMutation({ ...change, mutationFn: () => call(makeRequestedFile, { id }) }),
    attach: useMutation({ ...change, mutationFn: (file: File) => attach(id, file) }),
    drop: useMutation({ ...change, mutationFn: (file: number) => call(dropRequestedFile, { id, file }) }),
  }
}

function useInvalidateRequests() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: requestsKey })
}

async function attach(id: number, file: File): Promise<AttachedFile> {
  if (file.size > maxPriceFileBytes)
    throw new CallError(413, { code: 'tooLarge', message: tooLargeMessage(maxPriceFileBytes) })
  return sendFile(attachRequestedFile, { id, name: file.name }, file)
}
