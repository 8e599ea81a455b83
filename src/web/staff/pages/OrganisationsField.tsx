import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { AudienceChoice } from '#shared/api/talk/placement.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { nameOf } from './placement-draft.ts'
import { organisationsQuery } from './use-staff-pages.ts'
import styles from './staff-pages.module.css'

type FieldProps = {
  chosen: readonly number[]
  /** Names of already chosen organisations. */
  known: readonly AudienceChoice[]
  error: string | undefined
  onChange: (ids: number[]) => void
}

const debounceMs = 250

/**
 * Multi-select of organisations, searched by name or ИНН; Enter chooses the only match, a press on a chosen one removes
 * it.
 */
export function OrganisationsField({ chosen, known, error, onChange }: FieldProps) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<readonly AudienceChoice[]>([])
  const [query] = useDebouncedValue(text.trim(), debounceMs)
  const field = useRef<HTMLInputElement>(null)
  const found = useQuery({ ...organisationsQuery(query), enabled: query.length > 1, placeholderData: keepPreviousData })
  const suggested = text.trim().length > 1 ? (found.data ?? []).filter(({ id }) => !chosen.includes(id)) : []

  function pick(choice: AudienceChoice) {
    setPicked([...picked, choice])
    onChange([...chosen, choice.id])
    setText('')
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const [only, ...others] = suggested
    if (only && others.length === 0 && query === text.trim()) pick(only)
  }

  return (
    <div className="column">
      <TextField
        ref={field}
        label="Организации"
        placeholder="Название или ИНН"
        type="search"
        maxLength={100}
        error={error ?? found.error?.message}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {suggested.length > 0 && (
        <ul className={styles.offered} aria-label="Найденные организации">
          {suggested.map((choice) => (
            <li key={choice.id}>
              <span className="grow clip">{choice.header}</span>
              <Button small aria-label={`Добавить: ${choice.header}`} onClick={() => pick(choice)}>
                Добавить
              </Button>
            </li>
          ))}
        </ul>
      )}
      {found.data && query === text.trim() && query.length > 1 && suggested.length === 0 && (
        <p className="small dim" role="status">{`По «${query}» других организаций нет`}</p>
      )}
      {chosen.length > 0 && (
        <div className="row wrap">
          {chosen.map((id) => (
            <Chip
              key={id}
              label={nameOf(id, [...picked, ...known])}
              onRemove={() => onChange(chosen.filter((each) => each !== id))}
            />
          ))}
        </div>
      )}
    </div>
  )
}
