import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePassword } from '#shared/api/account/password.ts'
import { call } from '#web/api/client.ts'
import { ownSessionsQuery } from './use-own-sessions.ts'
import { ownSignInsQuery } from './use-sign-ins.ts'

export function useChangePassword() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: { current: string; password: string }) => call(changePassword, input),
    onSuccess: () =>
      Promise.all(
        [ownSessionsQuery.queryKey, ownSignInsQuery.queryKey].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
