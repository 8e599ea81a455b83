import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery, wasSignedIn } from '#web/common/session/use-session.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { ErrorBoundary } from '#web/ui/page/ErrorBoundary.tsx'
import { guestPage, setupToken } from './guest-addresses.ts'
import { LazyPart } from '#web/ui/page/LazyPart.tsx'

const importSignIn = () => import('#web/common/session/SignInScreen.tsx')
const importPortal = () => import('./portal.tsx')
const importSetup = () => import('./setup.tsx')
const importReset = () => import('./reset.tsx')
const importAnswer = () => import('./answer.tsx')
const importLegal = () => import('./legal.tsx')
const loadSetup = () => importSetup().then((module) => module.Setup)
const loadReset = () => importReset().then((module) => module.Reset)
const loadAnswer = () => importAnswer().then((module) => module.Answer)
const loadLegal = () => importLegal().then((module) => module.Legal)

/**
 * The root component. A guest sees the sign-in screen at every address and stays there after signing in [R.1], except
 * at the few of `guest-addresses.ts`. Everything for signed-in accounts, including the router, loads after sign-in.
 * Once mounted, the portal shows the sign-in screen itself when the session ends.
 */
export function createApp(queries: QueryClient) {
  const loadSignIn = () => importSignIn().then((module) => module.SignInScreen)
  const loadPortal = () => importPortal().then((module) => module.createPortal(queries))

  function Entry() {
    const [page] = useState(guestPage)
    const { data: me, error, refetch } = useQuery(meQuery)
    const [opened, setOpened] = useState(false)
    if (me && !opened) setOpened(true)
    // A mailed link works for signed-in users too.
    if (page === 'reset') return <LazyPart load={loadReset} />
    if (page === 'answer') return <LazyPart load={loadAnswer} />
    if (page === 'legal') return <LazyPart load={loadLegal} />
    if (me === undefined) return error && <LoadError error={error} onRetry={() => void refetch()} />
    if (page === 'setup')
      return me || setupToken() !== '' ? (
        <LazyPart key="setup" load={loadSetup} />
      ) : (
        <LazyPart key="sign-in" load={loadSignIn} />
      )
    return me || opened ? <LazyPart key="portal" load={loadPortal} /> : <LazyPart key="sign-in" load={loadSignIn} />
  }

  return function App() {
    return (
      <QueryClientProvider client={queries}>
        <ErrorBoundary>
          <Entry />
        </ErrorBoundary>
      </QueryClientProvider>
    )
  }
}

const chunks = { setup: importSetup, reset: importReset, answer: importAnswer, legal: importLegal }

/** Preloads the chunk that will most likely be needed while the session request is still pending. */
export function preloadChunk(): void {
  const page = guestPage()
  const part: Promise<unknown> = page ? chunks[page]() : wasSignedIn() ? importPortal() : importSignIn()
  part.catch(() => undefined)
}
