import { useEffect, useRef } from 'react'

/** Keys 1 to 9 open the tiles marked `data-digit` inside the element, unless somebody is typing. */
export function useOpenByDigit() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !/^[1-9]$/.test(event.key)) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]')) return
      ref.current?.querySelector<HTMLElement>(`[data-digit="${event.key}"]`)?.click()
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  return ref
}
