import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { CallError } from './api/client.ts'
import { createEntrance, fetchAhead } from './Entrance.tsx'
import { meQuery } from './features/session/use-session.ts'
import { applyColorScheme } from './ui/color-scheme.ts'
import { installTokens } from './ui/tokens.ts'
import './ui/base.css'

installTokens()
applyColorScheme()
window.addEventListener('vite:preloadError', reloadForNewVersion)

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: forgetEndedSession }),
  mutationCache: new MutationCache({ onError: forgetEndedSession }),
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
  },
})
fetchAhead()
// The letters and digits of the first page, before it is drawn: nothing moves when the font comes.
document.fonts.load('13px "Golos Text"', 'Опт 1').catch(() => undefined)
const Entrance = createEntrance(queries)
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(<Entrance />)

/** Worth asking again: the network, a server that is starting, too many requests. */
function isPassing(error: Error): boolean {
  return error instanceof CallError && (error.code === 'offline' || error.status === 503)
}

/** A session that has ended shows the auth window where the person is [R.1]. */
function forgetEndedSession(error: Error): void {
  if (error instanceof CallError && error.code === 'notSignedIn') queries.setQueryData(meQuery.queryKey, null)
}

/** A part of the page that is gone from the server belongs to a version before: fetch the new one, once. */
function reloadForNewVersion(): void {
  const key = 'reloaded-at'
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (!navigator.onLine || Date.now() - last < 30_000) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
