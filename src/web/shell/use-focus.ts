import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { guardFocus } from './focus-guard.ts'
import { restoreFocusOnReturn } from './restore-focus.ts'

/** Nobody who works by keyboard loses their place: neither by a press nor by going back. */
export function useFocus(): void {
  const router = useRouter()
  useEffect(guardFocus, [])
  useEffect(() => restoreFocusOnReturn(router), [router])
}
