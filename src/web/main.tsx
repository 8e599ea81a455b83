import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { CallError } from './api/client.ts'
import { createApp, preloadChunk } from './App.tsx'
import { meQuery } from '#web/common/session/use-session.ts'
import { applyColorScheme } from '#web/ui/theme/color-scheme.ts'
import { installTokens } from '#web/ui/theme/tokens.ts'
import '#web/ui/theme/base.css'

installTokens()
applyColorScheme()
window.addEventListener('vite:preloadError', reloadForNewVersion)

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteEndedSession }),
  mutationCache: new MutationCache({ onError: noteEndedSession }),
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
preloadChunk()
// Preloads the glyphs of the first page, so that nothing moves when the font arrives.
document.fonts.load('13px "Golos Text"', 'Опт 1').catch(() => undefined)
const App = createApp(queries)
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(<App />)

/** Errors worth retrying: the network, a starting server, too many requests. */
function isPassing(error: Error): boolean {
  return error instanceof CallError && (error.code === 'offline' || error.status === 503)
}

/** An ended session shows the sign-in window on the current page [R.1]; another account's asks to begin anew. */
function noteEndedSession(error: Error): void {
  if (!(error instanceof CallError)) return
  if (error.code === 'notSignedIn') queries.setQueryData(meQuery.queryKey, null)
  if (error.code === 'callerChanged')
    void import('#web/common/session/CallerChanged.tsx').then(({ showCallerChanged }) => showCallerChanged())
}

/** A chunk missing on the server belongs to an older version: reload once. */
function reloadForNewVersion(): void {
  const key = 'reloaded-at'
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (!navigator.onLine || Date.now() - last < 30_000) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
