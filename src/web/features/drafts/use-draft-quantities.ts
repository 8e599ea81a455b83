import { useEffect, useRef, useState } from 'react'
import { counterDebounceMs } from '#shared/constants.ts'
import { units } from '#shared/rules/money.ts'

type Typed = ReadonlyMap<number, number>
type Send = (lines: { id: number; qnt: number }[]) => Promise<unknown>

/** Thousandths by line that the person has typed: shown at once, sent together half a second after the last touch. */
export function useDraftQuantities(send: Send) {
  const [typed, setTyped] = useState<Typed>(new Map())
  const waiting = useRef(new Map<number, number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })

  // The page is left: what was typed goes all the same.
  useEffect(() => {
    const leave = () => void flush().catch(() => undefined)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  async function flush(): Promise<void> {
    clearTimeout(timer.current)
    const sent = waiting.current
    if (sent.size === 0) return
    waiting.current = new Map()
    try {
      await latest.current([...sent].map(([id, quantityMilli]) => ({ id, qnt: units(quantityMilli) })))
    } finally {
      // What was typed again meanwhile stays on the screen.
      setTyped((shown) => new Map([...shown].filter(([id, quantityMilli]) => sent.get(id) !== quantityMilli)))
    }
  }

  function set(id: number, quantityMilli: number): void {
    setTyped((shown) => new Map(shown).set(id, quantityMilli))
    waiting.current.set(id, quantityMilli)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush().catch(() => undefined), counterDebounceMs)
  }

  return { typed, set, flush }
}
