import { useMutation, useQueryClient } from '@tanstack/react-query'
import { uploadDrafts } from '#shared/api/drafts.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import type { AttemptKeys } from '#web/api/attempts.ts'
import { call } from '#web/api/client.ts'
import { draftsKey } from '#web/buyer/drafts/use-drafts-count.ts'
import type { SaveDrafts } from '#web/buyer/uploads/save-drafts.ts'

/** Saves reviewed rows as drafts, then refetches drafts and their count. */
export function useUploadDrafts(): SaveDrafts {
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ input, keys: { key, replaces } }: { input: InputOf<typeof uploadDrafts>; keys: AttemptKeys }) =>
      call(uploadDrafts, { ...input, replaces }, { key }),
    onSettled: () => queries.invalidateQueries({ queryKey: draftsKey }),
  })
  return (input, keys) => mutateAsync({ input, keys })
}
