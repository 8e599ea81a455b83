import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { claimAnswers, deleteClaimAnswer, saveClaimAnswer, type ClaimAnswer } from '#shared/api/staff/claims.ts'
import { call } from '#web/api/client.ts'

const queryKey = ['staff', 'claimAnswers']

/** What staff keep ready to say; read once it is asked for. */
export function useAnswers({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(claimAnswers, {}, { signal })).items,
    enabled,
    staleTime: 60_000,
  })
}

/** Both answer the list as it is then. */
export function useSaveAnswer() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (answer: { id?: number | undefined; name: string; text: string }) => call(saveClaimAnswer, answer),
    onSuccess: ({ items }) => queries.setQueryData<ClaimAnswer[]>(queryKey, items),
  })
}

export function useDeleteAnswer() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteClaimAnswer, { id }),
    onSuccess: ({ items }) => queries.setQueryData<ClaimAnswer[]>(queryKey, items),
  })
}
