import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addToDraft } from '#shared/api/drafts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import { attemptsInMemory, sendOnce } from '#web/api/attempts.ts'
import { call } from '#web/api/client.ts'
import { draftsKey } from './use-drafts-count.ts'

const attempts = attemptsInMemory()

/** The buyer sees what has been saved: the next save is another draft. */
export function forgetLostSaves(): void {
  void attempts.clear()
}

/**
 * Saves the basket. Repeated or corrected after a lost answer, it leaves one draft. `basket`: another value where the
 * basket may have changed since the earlier attempt.
 */
export function useSaveDraft() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ basket, ...input }: InputOf<typeof addToDraft> & { basket: string }) =>
      sendOnce(attempts, { ...input, basket }, ({ key, replaces }) =>
        call(addToDraft, { ...input, replaces }, { key }),
      ),
    onError: (error) => console.error('draft not saved', error),
    onSettled: () => queries.invalidateQueries({ queryKey: draftsKey }),
  })
}
