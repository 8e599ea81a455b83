import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markSeen } from '#shared/api/views.ts'
import { call } from '#web/api/client.ts'
import { seenKey } from './use-seen.ts'

/** Remembers that the card of a product was looked at; a card that is not shown yet has no id. */
export function useMarkSeen(id: number | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (id === undefined) return
    call(markSeen, { id }).then(
      () => queries.invalidateQueries({ queryKey: seenKey }),
      (error: unknown) => console.error('seen refused', error),
    )
  }, [id, queries])
}
