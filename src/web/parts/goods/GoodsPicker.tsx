import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { BarInput } from '#web/ui/forms/Field.tsx'
import styles from './pick-goods.module.css'

type Good = { id: number; header: string; articul: string }

type PickProps<Found extends Good> = {
  label: string
  /** What is searched, and how; `name` separates the cached results from those of other pickers. */
  source: { name: string; find: (query: string, signal: AbortSignal) => Promise<readonly Found[]> }
  chosen: ReadonlySet<number>
  /** Label of an already chosen good: 'В акции'. */
  chosenLabel: string
  /** Label of the button beside a result. */
  pickLabel?: string
  /** Accessible name of the results. */
  foundLabel?: string
  onPick: (good: Found) => void
}

const debounceMs = 250

/** Searches goods while typing; Enter chooses the only match. */
export function GoodsPicker<Found extends Good>({
  label,
  source: { name, find },
  chosen,
  chosenLabel,
  pickLabel = 'Добавить',
  foundLabel = 'Найденные товары',
  onPick,
}: PickProps<Found>) {
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), debounceMs)
  const { data: found, error } = useQuery({
    queryKey: ['picker', name, query],
    queryFn: ({ signal }) => find(query, signal),
    enabled: query.length > 1,
    placeholderData: keepPreviousData,
  })
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const open = text.trim().length > 1 && query.length > 1

  function pick(good: Found) {
    onPick(good)
    field.current?.querySelector('input')?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setText('')
    if (event.key !== 'Enter' || query !== text.trim()) return
    const [only, ...others] = found ?? []
    if (!only || others.length > 0 || chosen.has(only.id)) return
    pick(only)
    setText('')
  }

  return (
    <div className={styles.picker} ref={field}>
      <BarInput
        label={label}
        placeholder={label}
        type="search"
        maxLength={200}
        aria-controls={id}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="status">
        {open && error && <span className="small bad">{error.message}</span>}
        {open && found?.length === 0 && <span className="small dim">По запросу «{query}» ничего не найдено</span>}
      </div>
      {open && found !== undefined && found.length > 0 && (
        <ul className={styles.found} aria-label={foundLabel}>
          {found.map((good) => (
            <li key={good.id}>
              <div className={styles.name}>
                <span>{good.header}</span>
                <span className="small dim">{good.articul}</span>
              </div>
              <Button
                small
                disabled={chosen.has(good.id)}
                aria-label={`${chosen.has(good.id) ? chosenLabel : pickLabel}: ${good.header}`}
                onClick={() => pick(good)}
              >
                {chosen.has(good.id) ? chosenLabel : pickLabel}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
