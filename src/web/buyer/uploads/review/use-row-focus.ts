import { useEffect, useRef, type FocusEvent } from 'react'

/** A closing dialog, and the page's focus guard, restore the focus first. */
const othersMs = 100

/**
 * When a button disappears with its row's question, the focus moves to the good's name in the row, where another Enter
 * does nothing. Returns props for the list of rows.
 */
export function useRowFocus() {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<string>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body || last.current === undefined) return
      const row = list.current?.querySelector(`[data-index="${last.current}"]`)
      const target = row?.querySelector<HTMLElement>('[data-good]') ?? row?.querySelector<HTMLElement>('button:enabled')
      target?.focus({ preventScroll: true })
    }, othersMs)
    return () => clearTimeout(timer)
  })
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent) => {
      last.current = target.closest<HTMLElement>('[data-index]')?.dataset.index ?? last.current
    },
  }
}
