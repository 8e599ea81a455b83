import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { ignoresKey } from '#web/ui/page/Queue.tsx'

type DecisionAction = 'accept' | 'refuse' | 'ask'
type ActionHandlers = Record<'accept' | 'refuse', (index: number) => void> & { ask: () => void; send: () => void }

/** Actions by typed letter; the Latin letters are on the same physical keys. */
const actionByKey: Partial<Record<string, DecisionAction>> = {
  п: 'accept',
  g: 'accept',
  о: 'refuse',
  o: 'refuse',
  з: 'ask',
  p: 'ask',
}

/**
 * П accepts the focused line, О refuses it, ↓ and ↑ move to the next and previous one, З asks the buyer, Ctrl Enter
 * sends the decision. Letters typed into fields and keys of the queue's list are ignored.
 */
export function useDecisionKeys(handlers: ActionHandlers) {
  const list = useRef<HTMLUListElement>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const latest = useRef({ handlers, activeIndex })
  useEffect(() => {
    latest.current = { handlers, activeIndex }
  })

  useEffect(() => {
    function runAction(action: DecisionAction) {
      const { handlers: current, activeIndex: index } = latest.current
      if (action === 'ask') return current.ask()
      current[action](index)
      if (action === 'accept') focusRow(list.current, index)
      else focusReason(list.current, index)
    }

    function onKeyDown(event: KeyboardEvent) {
      const { target } = event
      const focused = target instanceof HTMLElement ? target : document.body
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        if (focused.matches('textarea') || document.querySelector('[role=dialog][aria-modal]')) return
        event.preventDefault()
        return latest.current.handlers.send()
      }
      if (ignoresKey(event) || focused.closest('[data-row]')) return
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const action = actionByKey[event.key.toLowerCase()]
      const panel = list.current?.closest('aside') ?? list.current
      if (step === 0 ? action === undefined : !panel?.contains(focused)) return
      // Keeps the queue from handling the same key.
      event.preventDefault()
      if (action) return runAction(action)
      const { activeIndex: index } = latest.current
      const isInLine = list.current?.children[index]?.contains(focused) === true
      focusRow(list.current, isInLine ? index + step : index)
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])

  return {
    list,
    activeIndex,
    onFocus: ({ target }: FocusEvent) => {
      const index = [...(list.current?.children ?? [])].findIndex((row) => row.contains(target))
      if (index !== -1) setActiveIndex(index)
    },
    onRefuse: (index: number) => focusReason(list.current, index),
    focusNext: () => focusRow(list.current, Math.min(activeIndex + 1, (list.current?.children.length ?? 1) - 1)),
  }
}

type ListElement = HTMLUListElement | null

function focusRow(list: ListElement, index: number): void {
  list?.children[index]?.querySelector('button')?.focus()
}

/** The field appears with the refusal. */
function focusReason(list: ListElement, index: number): void {
  requestAnimationFrame(() => list?.children[index]?.querySelector<HTMLInputElement>('[data-reason]')?.focus())
}
