import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { recordView } from '#shared/api/views.ts'
import { call } from '#web/api/client.ts'
import { viewedKey } from './use-recently-viewed.ts'

/** Records that the card of a product was viewed; `id` is undefined until the card is loaded. */
export function useRecordView(id: number | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (id === undefined) return
    call(recordView, { id }).then(
      () => queries.invalidateQueries({ queryKey: viewedKey }),
      (error: unknown) => console.error('seen refused', error),
    )
  }, [id, queries])
}
