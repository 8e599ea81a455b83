import { queryOptions, useMutation, useQueryClient, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { isShownAccount, setShownAccount } from '#web/api/caller.ts'
import { call, CallError } from '#web/api/client.ts'
import { signIn, signOut, whoAmI, type Me } from '#shared/api/account/access.ts'

const signedInKey = 'signed-in'

/** Whether the last visit was signed in: then the shell is preloaded. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(signedInKey) === '1'
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const { me } = await call(whoAmI, {}, { signal })
    if (me && !isShownAccount(me.id)) throw new CallError(409, { code: 'callerChanged' })
    rememberVisit(me)
    return me
  },
  staleTime: 60_000,
})

/** Who is signed in; null for a guest. */
export function useMe(): Me | null {
  return useSuspenseQuery(meQuery).data
}

export function useSignIn(onDone?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (credentials: { login: string; password: string; code?: string }) => call(signIn, credentials),
    onSuccess: ({ me }) => {
      rememberVisit(me)
      forgetAllButMe(queries)
      queries.setQueryData(meQuery.queryKey, me)
      onDone?.()
    },
  })
}

/** Ends the session and clears cached data. */
export function useSignOut(onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(signOut, {}),
    onSuccess: () => {
      rememberVisit(null)
      queries.setQueryData(meQuery.queryKey, null)
      forgetAllButMe(queries)
      onDone()
    },
  })
}

function rememberVisit(me: Me | null): void {
  localStorage.setItem(signedInKey, me ? '1' : '')
  setShownAccount(me?.id)
}

/** Cached data of one account must not be visible to the next one. */
function forgetAllButMe(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
}
