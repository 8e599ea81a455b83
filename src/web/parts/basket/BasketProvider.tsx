import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { useNotify } from '#web/ui/notifications.tsx'
import { createBasketSync, type BasketEvent, type BasketSync } from './basket-sync.ts'

type Edits = { sync: BasketSync; errors: Record<string, string> }

const EditsContext = createContext<Edits | undefined>(undefined)

/**
 * Keeps quantities being sent to the server, so that none is lost when a page is left or a session ends. One per
 * account.
 */
export function BasketProvider({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const queries = useQueryClient()
  const notify = useNotify()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [sync] = useState(() => {
    const announce = ({ key, change, error, note }: BasketEvent) => {
      setErrors((known) => (known[key] === error ? known : withoutUndefined({ ...known, [key]: error })))
      if (error !== undefined) notify({ tone: 'bad', title: change.name, text: error })
      else if (note !== undefined) notify({ tone: 'warn', title: change.name, text: note })
    }
    return createBasketSync(queries, announce)
  })

  useEffect(() => {
    window.addEventListener('pagehide', sync.sendOnLeave)
    return () => window.removeEventListener('pagehide', sync.sendOnLeave)
  }, [sync])

  useEffect(() => {
    if (signedIn) void sync.resume()
  }, [signedIn, sync])

  return <EditsContext value={{ sync, errors }}>{children}</EditsContext>
}

/** The basket for quantity fields; `errors` holds the last refusal per line key. */
export function useBasketEdits(): Edits {
  const edits = useContext(EditsContext)
  if (!edits) throw new Error('useBasketEdits needs BasketProvider')
  return edits
}

function withoutUndefined(errors: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([key, error]) => (error === undefined ? [] : [[key, error]])),
  )
}
