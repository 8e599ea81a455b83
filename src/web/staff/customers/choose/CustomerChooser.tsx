import { useDebouncedValue } from '@mantine/hooks'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Customer } from '#shared/api/administration/customers.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useCustomers } from '../use-customers.ts'
import styles from './choose.module.css'

type ChooserProps = {
  label: string
  /** Customers that cannot be chosen. */
  except: readonly number[]
  chosen: Pick<Customer, 'id' | 'name' | 'inn'> | undefined
  error: string | undefined
  onChoose: (customer: Customer | undefined) => void
}

const debounceMs = 250
const shown = 6

/** One customer, searched by name or ИНН; Enter chooses the only match. */
export function CustomerChooser({ label, except, chosen, error, onChoose }: ChooserProps) {
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), debounceMs)
  const found = useCustomers({ query }, { enabled: query.length > 1 })
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const isAsked = query.length > 1 && query === text.trim()
  const matches = (found.data?.items ?? []).filter(({ id, merged }) => !merged && !except.includes(id))
  const offered = isAsked ? matches.slice(0, shown) : []

  function choose(customer: Customer | undefined) {
    setText('')
    onChoose(customer)
    // The pressed button is gone.
    setTimeout(() => field.current?.focus())
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const [only, ...others] = offered
    if (only && others.length === 0) choose(only)
  }

  return (
    <div className="column">
      <TextField
        ref={field}
        label={label}
        placeholder="Название или ИНН"
        type="search"
        maxLength={100}
        error={error ?? found.error?.message}
        aria-controls={listId}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {chosen && text === '' && (
        <p className={styles.chosen} role="status">
          <span className="grow clip">
            Выбрана <b>{chosen.name}</b>
            {chosen.inn !== '' && <span className="dim">{`, ИНН ${chosen.inn}`}</span>}
          </span>
          <Button small onClick={() => choose(undefined)}>
            Другая
          </Button>
        </p>
      )}
      <ul id={listId} className={styles.offered} aria-label="Найденные организации" hidden={offered.length === 0}>
        {offered.map((customer) => (
          <li key={customer.id}>
            <span className="grow clip">
              {customer.name} <span className="small dim">{customer.inn && `ИНН ${customer.inn}`}</span>
            </span>
            <Button small aria-label={`Выбрать: ${customer.name}`} onClick={() => choose(customer)}>
              Выбрать
            </Button>
          </li>
        ))}
      </ul>
      {isAsked && found.data && matches.length === 0 && (
        <p className="small dim" role="status">
          {`«${query}» не нашли. Ищем по названию, ИНН, договору и сотруднику`}
        </p>
      )}
      {isAsked && matches.length > shown && (
        <p className="small dim" role="status">{`И ещё ${matches.length - shown}: уточните запрос`}</p>
      )}
    </div>
  )
}
