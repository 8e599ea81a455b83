import { useState, type FormEvent } from 'react'
import { BarInput } from '../forms/Field.tsx'

type BarSearchProps = { label: string; placeholder: string; value: string; onSearch: (text: string) => void }

/**
 * A search field in a toolbar, submitted by Enter or blur. Use the value as its `key`, so that going back updates it.
 */
export function BarSearch({ label, placeholder, value, onSearch }: BarSearchProps) {
  const [text, setText] = useState(value)

  function submitSearch() {
    if (text.trim() !== value) onSearch(text.trim())
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    submitSearch()
  }

  return (
    <search>
      <form onSubmit={submit}>
        <BarInput
          label={label}
          type="search"
          placeholder={placeholder}
          maxLength={100}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onBlur={submitSearch}
        />
      </form>
    </search>
  )
}
