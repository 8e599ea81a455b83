import { useIsFetching } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Scrolls to the card named by the URL's hash once it, and everything above it, has loaded. */
export function useScrollToHash(id: string, loaded: boolean): void {
  const named = useLocation({ select: ({ hash }) => hash === id })
  const settled = useIsFetching({ queryKey: ['staff'] }) === 0 && loaded
  const scrolled = useRef(false)
  useEffect(() => {
    if (!named || !settled || scrolled.current) return
    scrolled.current = true
    document.getElementById(id)?.scrollIntoView()
  }, [id, named, settled])
}
