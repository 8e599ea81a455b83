import { useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FacetValues, type FacetValue } from './FacetValues.tsx'
import { useFacetValues, type FacetSource } from './use-facet-values.ts'
import styles from './filter-panel.module.css'

type FacetSearchProps = {
  title: string
  /** The values included in the reply of the list. */
  values: readonly FacetValue[]
  chosen: readonly number[]
  source: FacetSource
  onToggle: (value: FacetValue) => void
}

/** Search field for a facet with more values than the reply includes. ↓ moves from the field to the values. */
export function FacetSearch({ title, values, chosen, source, onToggle }: FacetSearchProps) {
  const [typed, setTyped] = useState('')
  const container = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { data, error, isPlaceholderData, refetch } = useFacetValues(source, typed)
  const found = data?.values.map(({ id, value, count }): FacetValue => ({ id, label: value, count }))
  const visibleValues = typed.trim() === '' ? withChosen(found ?? values, values, chosen) : (found ?? [])

  function onArrowKey(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const inputs = [...(container.current?.querySelectorAll<HTMLElement>('input') ?? [])]
    inputs[inputs.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  }

  function type(text: string) {
    setTyped(text)
    list.current?.scrollTo(0, 0)
  }

  return (
    <div ref={container}>
      <input
        className={styles.find}
        type="search"
        aria-label={`Найти: ${title}`}
        placeholder="Найти"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onArrowKey}
      />
      <div
        ref={list}
        className={styles.searched}
        data-waiting={isPlaceholderData || undefined}
        aria-busy={isPlaceholderData}
      >
        {error && !data ? (
          <div role="alert" className={styles.nothing}>
            Не удалось загрузить
            <Button small onClick={() => void refetch()}>
              Повторить
            </Button>
          </div>
        ) : data || visibleValues.length > 0 ? (
          <>
            <FacetValues values={visibleValues} chosen={chosen} onToggle={onToggle} onKeyDown={onArrowKey} />
            {data?.more && <p className={styles.nothing}>Есть и другие: уточните, что ищете</p>}
          </>
        ) : null}
      </div>
      <span className="unseen" role="status">
        {typed !== '' && !isPlaceholderData && data
          ? visibleValues.length === 0
            ? 'Ничего не найдено'
            : `Найдено: ${visibleValues.length}${data.more ? ' и больше' : ''}`
          : ''}
      </span>
    </div>
  )
}

/** Chosen values missing in the list come first. */
function withChosen(
  found: readonly FacetValue[],
  carried: readonly FacetValue[],
  chosen: readonly number[],
): FacetValue[] {
  const missing = carried.filter(({ id }) => chosen.includes(id) && !found.some((value) => value.id === id))
  return [...missing, ...found]
}
