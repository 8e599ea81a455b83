import { useMutation } from '@tanstack/react-query'
import { endActing, startActing } from '#shared/api/administration/acting.ts'
import { setShownAccount } from '#web/api/caller.ts'
import { call } from '#web/api/client.ts'

// Both load the portal anew: nothing that one account has read may be shown to the other.

export function useStartActing() {
  return useMutation({
    mutationFn: (input: { id: number; account: number }) => call(startActing, input),
    onSuccess: ({ me }) => {
      setShownAccount(me.id)
      location.assign('/')
    },
  })
}

/** Leads to an address of the staff's side. */
export function useEndActing() {
  return useMutation({
    mutationFn: (_address: string) => call(endActing, {}),
    onSuccess: ({ me }, address) => {
      setShownAccount(me.id)
      location.assign(address)
    },
  })
}
