import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteWebPush, readWebPush, saveWebPush } from '#shared/api/account/web-push.ts'
import { call } from '#web/api/client.ts'
import { isSubscribed, subscribe, unsubscribe } from './web-push.ts'

/** What the portal knows of this browser, and whether the browser agrees. */
export const browsersQuery = queryOptions({
  queryKey: ['web-push'],
  queryFn: async ({ signal }) => {
    const { key, here, browsers } = await call(readWebPush, {}, { signal })
    return { key, browsers, here: here && (await isSubscribed()) }
  },
})

/** Answers whether the person has let it. */
export function useSwitchBrowser() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ on, key }: { on: boolean; key: string }): Promise<boolean> => {
      if (on) {
        const address = await subscribe(key)
        if (address === undefined) return false
        await call(saveWebPush, address)
      } else {
        await call(deleteWebPush, {})
        await unsubscribe()
      }
      return true
    },
    onSettled: () => queries.invalidateQueries({ queryKey: browsersQuery.queryKey }),
  })
}
