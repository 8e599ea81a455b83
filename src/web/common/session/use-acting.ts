import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { endActing, startActing } from '#shared/api/administration/acting.ts'
import { holdCalls } from '#web/api/caller.ts'
import { call } from '#web/api/client.ts'

// Both load the portal anew: nothing that one account has read may be shown to the other.

export function useStartActing() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: number; account: number }) => call(startActing, input),
    onSuccess: () => leaveFor(queries, '/'),
  })
}

/** Leads to an address of the staff's side. */
export function useEndActing() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (_address: string) => call(endActing, {}),
    onSuccess: (_reply, address) => leaveFor(queries, address),
  })
}

/** What the page still polls or refetches must not be asked for in the other's name. */
function leaveFor(queries: QueryClient, address: string): void {
  holdCalls()
  void queries.cancelQueries()
  location.assign(address)
}
