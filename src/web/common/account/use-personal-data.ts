import { queryOptions, useMutation } from '@tanstack/react-query'
import { erasePersonalData, heldData } from '#shared/api/account/personal-data.ts'
import { call } from '#web/api/client.ts'

export const heldDataQuery = queryOptions({
  queryKey: ['personal-data'],
  queryFn: async () => (await call(heldData, {})).held,
})

export function useErasePersonalData() {
  return useMutation({ mutationFn: (password: string) => call(erasePersonalData, { password }) })
}
