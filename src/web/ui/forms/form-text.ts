import type { FormEvent } from 'react'

/** Text of a named field of a submitted form. */
export function textOf(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault()
  const value = new FormData(event.currentTarget).get(name)
  return typeof value === 'string' ? value : ''
}

export const focusFirst = (field: HTMLInputElement | null) => field?.focus()
