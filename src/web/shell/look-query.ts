import { queryOptions } from '@tanstack/react-query'
import { firm } from '#shared/api/organisation/firm.ts'
import { call } from '#web/api/client.ts'
import { readLook, applyLook } from '#web/ui/look.ts'

/** The look served with the page; read again, and worn, after a change. */
export const lookQuery = queryOptions({
  queryKey: ['firm'],
  queryFn: async ({ signal }) => {
    const { firm: look } = await call(firm, {}, { signal })
    applyLook(look)
    return look
  },
  initialData: readLook,
  staleTime: Infinity,
})
