import { useQuery } from '@tanstack/react-query'
import { may } from '#shared/rights.ts'
import { AdministratorScreen } from '#web/common/first-run/AdministratorScreen.tsx'
import { SetupFrame } from '#web/common/first-run/SetupFrame.tsx'
import { SetupScreen } from '#web/common/first-run/SetupScreen.tsx'
import { meQuery, useSignIn, useSignOut } from '#web/common/session/use-session.ts'
import { clearSetupToken, setupToken } from './guest-addresses.ts'
import { UiProvider } from './ui/UiProvider.tsx'

/** The first run: the one-time address creates the administrator, who continues signed in. */
export function Setup() {
  const { data: me } = useQuery(meQuery)
  const signIn = useSignIn(clearSetupToken)
  const signOut = useSignOut(() => location.assign('/'))
  return (
    <UiProvider>
      <SetupFrame me={me ?? undefined} leaving={signOut.isPending} onLeave={() => signOut.mutate()}>
        {me ? (
          <SetupScreen isAdministrator={may(me, 'staff.settings')} />
        ) : (
          <AdministratorScreen token={setupToken()} signIn={(credentials) => signIn.mutateAsync(credentials)} />
        )}
      </SetupFrame>
    </UiProvider>
  )
}
