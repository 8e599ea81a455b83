import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { isTaken } from '#web/ui/page/Queue.tsx'

type Act = 'accept' | 'refuse' | 'ask'
type Acts = Record<'accept' | 'refuse', (index: number) => void> & { ask: () => void; send: () => void }

/** By the letter on the key; Latin letters stand where the keyboard is not switched. */
const keys: Partial<Record<string, Act>> = { п: 'accept', g: 'accept', о: 'refuse', o: 'refuse', з: 'ask', p: 'ask' }

/**
 * П accepts the line that has the focus, О refuses it, ↓ and ↑ go to its neighbours, З asks the buyer, Ctrl Enter sends
 * the decision. Letters typed into fields and keys of the queue's list are left alone.
 */
export function useDecisionKeys(acts: Acts) {
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const latest = useRef({ acts, at })
  useEffect(() => {
    latest.current = { acts, at }
  })

  useEffect(() => {
    function act(name: Act) {
      const { acts: now, at: index } = latest.current
      if (name === 'ask') return now.ask()
      now[name](index)
      if (name === 'accept') focusRow(list.current, index)
      else requestAnimationFrame(() => focusReason(list.current, index))
    }

    function onKeyDown(event: KeyboardEvent) {
      const { target } = event
      const inside = target instanceof HTMLElement ? target : document.body
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        if (inside.matches('textarea') || document.querySelector('[role=dialog][aria-modal]')) return
        event.preventDefault()
        return latest.current.acts.send()
      }
      if (isTaken(event) || inside.closest('[data-row]')) return
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const name = keys[event.key.toLowerCase()]
      const panel = list.current?.closest('aside') ?? list.current
      if (step === 0 ? name === undefined : !panel?.contains(inside)) return
      // The queue listens to the same keys.
      event.preventDefault()
      if (name) return act(name)
      const { at: index } = latest.current
      const isIn = list.current?.children[index]?.contains(inside) === true
      focusRow(list.current, isIn ? index + step : index)
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])

  return {
    list,
    at,
    onFocus: ({ target }: FocusEvent) => {
      const index = [...(list.current?.children ?? [])].findIndex((row) => row.contains(target))
      if (index !== -1) setAt(index)
    },
    next: () => focusRow(list.current, Math.min(at + 1, (list.current?.children.length ?? 1) - 1)),
  }
}

type List = HTMLUListElement | null

function focusRow(list: List, index: number): void {
  list?.children[index]?.querySelector('button')?.focus()
}

function focusReason(list: List, index: number): void {
  list?.children[index]?.querySelector<HTMLInputElement>('[data-reason]')?.focus()
}
