import { useEffect, useState } from 'react'
import { createDraftQuantities, type SendQuantities, type Typed } from './draft-quantities.ts'

/** What the person has typed in a draft's lines, and its way to the server. */
export function useDraftQuantities(send: SendQuantities) {
  const [typed, setTyped] = useState<Typed>(new Map())
  const [quantities] = useState(() => createDraftQuantities(setTyped))
  useEffect(() => quantities.sendBy(send))

  // The page is left: what was typed goes all the same.
  useEffect(() => {
    const stop = () => void quantities.flush().catch(() => undefined)
    window.addEventListener('pagehide', stop)
    return () => {
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [quantities])

  return { typed, ...quantities }
}
