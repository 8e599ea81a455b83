import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ownProfile, saveOwnProfile } from '#shared/api/account/profile.ts'
import { call } from '#web/api/client.ts'

export const ownProfileQuery = queryOptions({
  queryKey: ['own-profile'],
  queryFn: ({ signal }) => call(ownProfile, {}, { signal }),
})

export function useSaveProfile() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: { name: string; phone: string }) => call(saveOwnProfile, input),
    onSuccess: (saved) => queries.setQueryData(ownProfileQuery.queryKey, saved),
  })
}
