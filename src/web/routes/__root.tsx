import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { BasketProvider } from '#web/parts/basket/BasketProvider.tsx'
import { SignOutButton } from '#web/common/session/SignOutButton.tsx'
import { meQuery, useMe } from '#web/common/session/use-session.ts'
import { UiProvider } from '#web/ui/UiProvider.tsx'
import { NotFound } from '#web/shell/NotFound.tsx'
import { PageError } from '#web/shell/PageError.tsx'
import { Shell } from '#web/shell/Shell.tsx'

const SetupScreen = lazy(() =>
  import('#web/common/account/SetupScreen.tsx').then((module) => ({ default: module.SetupScreen })),
)
const SignInScreen = lazy(() =>
  import('#web/common/session/SignInScreen.tsx').then((module) => ({ default: module.SignInScreen })),
)

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()({
  // Pages are not loaded before a required second factor is set up: their calls would be refused.
  beforeLoad: async ({ context }) => {
    const me = await context.queries.ensureQueryData(meQuery)
    return { me: me?.second_factor_due ? null : me }
  },
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: PageError,
})

/**
 * When the session ends, the sign-in form replaces the page; after signing in the same page, with unsaved input, is
 * shown again [R.1].
 */
function Root() {
  const me = useMe()
  const router = useRouter()
  const { queries } = Route.useRouteContext()
  async function enter() {
    await queries.refetchQueries({ queryKey: meQuery.queryKey })
    await router.invalidate()
  }
  const [account, setAccount] = useState(me?.id)
  if (me !== null && me.id !== account) setAccount(me.id)
  return (
    <UiProvider>
      <BasketProvider key={account} signedIn={me !== null && !me.second_factor_due}>
        <Suspense>
          {me === null ? (
            <SignInScreen onSignedIn={() => void router.invalidate()} />
          ) : me.second_factor_due ? (
            <SetupScreen
              signOut={<SignOutButton onSignedOut={() => void router.invalidate()} />}
              onDone={() => void enter()}
            />
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
