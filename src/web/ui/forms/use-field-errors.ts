import { useEffect, useRef, useState } from 'react'

type FieldErrors<Form> = Partial<Record<keyof Form & string, string>>

/**
 * Which errors of a form are shown: those of fields that lost the focus, all after submitting, and those of the server
 * until the field changes.
 */
export function useFieldErrors<Form extends object>(found: FieldErrors<Form>) {
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set())
  const [refused, setRefused] = useState<FieldErrors<Form>>({})
  const afterPress = useAfterPress()
  const own = Object.entries(found).filter(([name]) => left === 'all' || left.has(name))
  return {
    shown: { ...refused, ...Object.fromEntries(own) } as FieldErrors<Form>,
    leave: (name: keyof Form & string) =>
      afterPress(() => setLeft((previous) => (previous === 'all' ? previous : new Set(previous).add(name)))),
    leaveAll: () => setLeft('all'),
    changed: (patch: Partial<Form>) => setRefused((previous) => without(previous, Object.keys(patch))),
    refuse: (fields: Readonly<Record<string, string>>) => setRefused(fields as FieldErrors<Form>),
  }
}

/** Delays a change until the mouse button is released: an error shown before would move the pressed button away. */
function useAfterPress(): (change: () => void) => void {
  const pressed = useRef(false)
  useEffect(() => {
    const follow = ({ type }: PointerEvent) => {
      pressed.current = type === 'pointerdown'
    }
    const events = ['pointerdown', 'pointerup', 'pointercancel'] as const
    for (const event of events) document.addEventListener(event, follow, true)
    return () => {
      for (const event of events) document.removeEventListener(event, follow, true)
    }
  }, [])
  return (change) => {
    if (!pressed.current) return change()
    const released = new AbortController()
    const release = () => {
      released.abort()
      // After the click.
      setTimeout(change)
    }
    document.addEventListener('pointerup', release, { signal: released.signal })
    document.addEventListener('pointercancel', release, { signal: released.signal })
  }
}

function without<Values extends object>(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as Values
}
