import { useEffect } from 'react'

/** Ctrl+Enter anywhere on the page, except while a dialog is open. */
export function useCtrlEnter(act: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (
        event.key !== 'Enter' ||
        !(event.ctrlKey || event.metaKey) ||
        document.querySelector('[role=dialog][aria-modal]')
      )
        return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [act])
}
