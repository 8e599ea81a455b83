import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { cannedAnswers, type AnswerSubject, type CannedAnswer } from '#shared/api/talk/canned-answers.ts'
import { call } from '#web/api/client.ts'

const queryKey = (subject: AnswerSubject) => ['staff', 'cannedAnswers', subject]

export function useCannedAnswers(subject: AnswerSubject, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: queryKey(subject),
    queryFn: async ({ signal }) => (await call(cannedAnswers[subject].list, {}, { signal })).items,
    enabled,
    staleTime: 60_000,
  })
}

/** Both mutations return the new list. */
export function useSaveAnswer(subject: AnswerSubject) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (answer: { id?: number | undefined; name: string; text: string }) =>
      call(cannedAnswers[subject].save, answer),
    onSuccess: ({ items }) => queries.setQueryData<CannedAnswer[]>(queryKey(subject), items),
  })
}

export function useDeleteAnswer(subject: AnswerSubject) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(cannedAnswers[subject].remove, { id }),
    onSuccess: ({ items }) => queries.setQueryData<CannedAnswer[]>(queryKey(subject), items),
  })
}
