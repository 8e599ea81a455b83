import { useState } from 'react'
import type { DeliveryOffer } from '#shared/api/delivery.ts'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { placeholderOption } from './options.ts'
import { findTerminals } from './terminals-in.ts'

type Terminal = DeliveryOffer['delivery_companies'][number]['terminals'][number]
type TerminalProps = {
  terminals: readonly Terminal[]
  value: number
  error: string | undefined
  onChange: (id: number) => void
}

/** Longer lists have a search field. */
const fewTerminals = 5

/** A carrier's terminal, searched by town. */
export function TerminalField({ terminals, value, error, onChange }: TerminalProps) {
  const [query, setQuery] = useState('')
  const found = findTerminals(terminals, query)
  const chosen = terminals.find(({ id }) => id === value)

  /** A single match is chosen; a choice that no longer matches is cleared. */
  function search(text: string) {
    setQuery(text)
    const left = findTerminals(terminals, text)
    if (text.trim() !== '' && left.length === 1) onChange(left[0]?.id ?? 0)
    else if (!left.some(({ id }) => id === value)) onChange(0)
  }

  return (
    <>
      {terminals.length > fewTerminals && (
        <TextField
          label="Город терминала"
          placeholder="Начните вводить город"
          value={query}
          hint={found.length === 0 ? 'В этом городе терминалов нет' : undefined}
          onChange={({ currentTarget }) => search(currentTarget.value)}
        />
      )}
      <SelectField
        label="Терминал"
        value={value}
        error={error}
        hint={chosen && chosen.schedule !== '' ? `Работает: ${chosen.schedule}` : undefined}
        options={[
          placeholderOption('Выберите терминал'),
          ...found.map(({ id, city, header }) => ({ value: String(id), label: `${city}, ${header}` })),
        ]}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </>
  )
}
