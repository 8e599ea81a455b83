import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { guardFocus } from './focus-guard.ts'
import { restoreFocusOnReturn } from './restore-focus.ts'

/** Preserves the keyboard focus after presses and after going back. */
export function useFocus(): void {
  const router = useRouter()
  useEffect(guardFocus, [])
  useEffect(() => restoreFocusOnReturn(router), [router])
}
