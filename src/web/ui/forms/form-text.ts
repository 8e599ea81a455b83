import type { FormEvent } from 'react'

/** What was typed into a field of a form that is being sent by the page itself. */
export function textOf(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault()
  const value = new FormData(event.currentTarget).get(name)
  return typeof value === 'string' ? value : ''
}

export const focusFirst = (field: HTMLInputElement | null) => field?.focus()
