import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addToDraft } from '#shared/api/drafts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { attemptsInMemory, sendOnce } from '#web/api/attempts.ts'
import { call } from '#web/api/client.ts'
import { basketKey } from '#web/parts/basket/basket-sync.ts'
import { draftsKey } from './use-drafts-count.ts'

/**
 * Saves the basket. Repeated or corrected after a lost answer, it leaves one draft. Only while the component is
 * mounted: later the buyer has seen what was saved, and may have ordered the lines since.
 */
export function useSaveDraft() {
  const queries = useQueryClient()
  const [attempts] = useState(attemptsInMemory)
  return useMutation({
    mutationFn: (input: InputOf<typeof addToDraft>) =>
      sendOnce(attempts, input, ({ key, replaces }) => call(addToDraft, { ...input, replaces }, { key })),
    // The lost call may have emptied the basket.
    onError: (error) => {
      console.error('draft not saved', error)
      void queries.invalidateQueries({ queryKey: basketKey })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: draftsKey }),
  })
}
