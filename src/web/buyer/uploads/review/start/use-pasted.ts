import { useEffect, useRef } from 'react'
import type { Source } from '../upload.ts'

/** Ctrl+V anywhere on the page outside of fields: a copied file, or the rows of a table. */
export function usePasted(onSource: (source: Source) => void): void {
  const latest = useRef(onSource)
  useEffect(() => {
    latest.current = onSource
  })
  useEffect(() => {
    function onPaste(event: ClipboardEvent) {
      if (isField(event.target) || document.querySelector('[role=dialog][aria-modal]')) return
      const [file] = event.clipboardData?.files ?? []
      const text = event.clipboardData?.getData('text/plain') ?? ''
      // A spreadsheet copies an image of the cells beside their text.
      if (text.trim() !== '') latest.current({ text })
      else if (file) latest.current({ file })
      else return
      event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
