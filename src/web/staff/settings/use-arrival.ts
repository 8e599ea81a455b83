import { useIsFetching } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** For the card that the address names after its #: scrolls to it once it has loaded, and what stands above it too. */
export function useArrival(id: string, loaded: boolean): void {
  const named = useLocation({ select: ({ hash }) => hash === id })
  const settled = useIsFetching({ queryKey: ['staff'] }) === 0 && loaded
  const arrived = useRef(false)
  useEffect(() => {
    if (!named || !settled || arrived.current) return
    arrived.current = true
    document.getElementById(id)?.scrollIntoView()
  }, [id, named, settled])
}
