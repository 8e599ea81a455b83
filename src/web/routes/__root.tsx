import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { BasketProvider } from '#web/features/basket-data/BasketProvider.tsx'
import { meQuery, useMe } from '#web/features/session/use-session.ts'
import { UiProvider } from '#web/ui/UiProvider.tsx'
import { NotFound } from './-shell/NotFound.tsx'
import { PageError } from './-shell/PageError.tsx'
import { Shell } from './-shell/Shell.tsx'

const SignInScreen = lazy(() => import('#web/features/session/SignInScreen.tsx').then((module) => ({ default: module.SignInScreen })))

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  beforeLoad: async ({ context }) => ({ me: await context.queries.ensureQueryData(meQuery) }),
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: PageError,
})

/** Whose session ends sees the auth window at the address where they are, and stays there, with what they had typed, after signing in [R.1]. */
function Root() {
  const me = useMe()
  const router = useRouter()
  const [account, setAccount] = useState(me?.id)
  if (me !== null && me.id !== account) setAccount(me.id)
  return (
    <UiProvider>
      <BasketProvider key={account} signedIn={me !== null}>
        <Suspense>
          {me === null ? (
            <SignInScreen onSignedIn={() => void router.invalidate()} />
          ) : (
            <Shell me={me}>
              <Outlet />
            </Shell>
          )}
        </Suspense>
      </BasketProvider>
    </UiProvider>
  )
}
