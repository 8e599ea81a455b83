import { useState } from 'react'

type Faults<Form> = Partial<Record<keyof Form & string, string>>

/**
 * Which faults of a form are shown: those of fields that lost the focus, all of them after submitting, and
 * those refused by the server until the field is changed.
 */
export function useFaults<Form extends object>(found: Faults<Form>) {
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set())
  const [refused, setRefused] = useState<Faults<Form>>({})
  const own = Object.entries(found).filter(([name]) => left === 'all' || left.has(name))
  return {
    shown: { ...refused, ...Object.fromEntries(own) } as Faults<Form>,
    leave: (name: keyof Form & string) => setLeft((before) => (before === 'all' ? before : new Set(before).add(name))),
    leaveAll: () => setLeft('all'),
    changed: (part: Partial<Form>) => setRefused((before) => without(before, Object.keys(part))),
    refuse: (fields: Readonly<Record<string, string>>) => setRefused(fields as Faults<Form>),
  }
}

function without<Values extends object>(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as Values
}
