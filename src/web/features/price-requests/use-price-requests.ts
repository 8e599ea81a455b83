import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { answerPriceRequest, staffPriceRequests } from '#shared/api/price-lists.ts'
import { call } from '#web/api/client.ts'
import type { RequestsSearch } from './requests-url.ts'

export type StaffPriceRequest = ReplyOf<typeof staffPriceRequests>['items'][number]
export type Answer = { id: number; state: 'done' | 'refused'; answer: string }

const key = ['staff', 'price-requests']
const lookAgainMs = 30_000

/** A page of the customers' requests, looked at again every half minute. */
export function usePriceRequests(search: RequestsSearch) {
  return useQuery({
    queryKey: [...key, search],
    queryFn: ({ signal }) => call(staffPriceRequests, search, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  })
}

export function useAnswerPriceRequest(onAnswered: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (answer: Answer) => call(answerPriceRequest, answer),
    onError: (error) => console.error('price request not answered', error),
    onSuccess: onAnswered,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
