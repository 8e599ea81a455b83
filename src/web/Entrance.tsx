import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery, wasSignedIn } from './features/session/use-session.ts'
import { LoadError } from './ui/EmptyState.tsx'
import { FailedPart } from './ui/FailedPart.tsx'
import { isAtSetup, setupToken } from './setup-address.ts'
import { Part } from './ui/Part.tsx'

const importSignIn = () => import('./features/session/SignInScreen.tsx')
const importPortal = () => import('./portal.tsx')
const importSetup = () => import('./setup.tsx')
const loadSetup = () => importSetup().then((module) => module.Setup)

/**
 * The way in. The guest sees the auth window at every address and stays there after signing in [R.1]; everything that
 * only somebody signed in needs, the router too, is fetched for them alone. Once open the portal stays: it shows the
 * window itself when its session ends.
 */
export function createEntrance(queries: QueryClient) {
  const loadSignIn = () => importSignIn().then((module) => module.SignInScreen)
  const loadPortal = () => importPortal().then((module) => module.createPortal(queries))

  function Door() {
    const { data: me, error, refetch } = useQuery(meQuery)
    const [opened, setOpened] = useState(false)
    if (me && !opened) setOpened(true)
    if (me === undefined) return error && <LoadError error={error} onRetry={() => void refetch()} />
    if (isAtSetup()) return me || setupToken() !== '' ? <Part key="setup" load={loadSetup} /> : <Part key="sign-in" load={loadSignIn} />
    return me || opened ? <Part key="portal" load={loadPortal} /> : <Part key="sign-in" load={loadSignIn} />
  }

  return function Entrance() {
    return (
      <QueryClientProvider client={queries}>
        <FailedPart>
          <Door />
        </FailedPart>
      </QueryClientProvider>
    )
  }
}

/** Fetches what the person will most likely need while the server is still being asked who they are. */
export function fetchAhead(): void {
  const part: Promise<unknown> = isAtSetup() ? importSetup() : wasSignedIn() ? importPortal() : importSignIn()
  part.catch(() => undefined)
}
