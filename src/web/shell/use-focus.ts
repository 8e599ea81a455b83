import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { keepFocus } from './focus-guard.ts'
import { restoreFocusOnReturn } from './restore-focus.ts'

/** Preserves the keyboard focus after presses and after going back. */
export function useFocus(): void {
  const router = useRouter()
  useEffect(keepFocus, [])
  useEffect(() => restoreFocusOnReturn(router), [router])
}
