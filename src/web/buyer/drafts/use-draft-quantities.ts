import { useEffect, useState } from 'react'
import { createDraftQuantities, type SendQuantities, type Typed } from './draft-quantities.ts'

/** Typed quantities of a draft's lines, and sending them. */
export function useDraftQuantities(send: SendQuantities) {
  const [typed, setTyped] = useState<Typed>(new Map())
  const [quantities] = useState(() => createDraftQuantities(setTyped))
  useEffect(() => quantities.sendBy(send))

  // Leaving the page still sends pending input.
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
