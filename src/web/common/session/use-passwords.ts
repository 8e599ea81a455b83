import { queryOptions, useMutation } from '@tanstack/react-query'
import { checkReset, remind, resetPassword } from '#shared/api/account/password.ts'
import { call } from '#web/api/client.ts'

export function useReminder() {
  return useMutation({ mutationFn: (email: string) => call(remind, { email }) })
}

/** Whose password a link sets; refused once used or expired. */
export const resetQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset', token],
    queryFn: async ({ signal }) => {
      const { login, staff } = await call(checkReset, { token }, { signal })
      return { login, staff }
    },
    staleTime: Infinity,
  })

export function useReset(token: string) {
  return useMutation({ mutationFn: (password: string) => call(resetPassword, { token, password }) })
}
