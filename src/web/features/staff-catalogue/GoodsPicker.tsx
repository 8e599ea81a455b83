import { useDebouncedValue } from '@mantine/hooks'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { SellableGood } from '#shared/api/staff-offers.ts'
import { Button } from '#web/ui/Button.tsx'
import { BarInput } from '#web/ui/Field.tsx'
import { useSellable } from './use-offers.ts'
import styles from './offers.module.css'

const settleMs = 250

/** Finds goods as one types, and hands over those that are pressed; Enter takes the only one found. */
export function GoodsPicker({ chosen, onPick }: { chosen: ReadonlySet<number>; onPick: (good: SellableGood) => void }) {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), settleMs)
  const { data: found, error } = useSellable(asked)
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const open = text.trim().length > 1 && asked.length > 1

  function pick(good: SellableGood) {
    onPick(good)
    field.current?.querySelector('input')?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setText('')
    if (event.key !== 'Enter' || asked !== text.trim()) return
    const [only, ...others] = found ?? []
    if (!only || others.length > 0 || chosen.has(only.id)) return
    pick(only)
    setText('')
  }

  return (
    <div className={styles.picker} ref={field}>
      <BarInput
        label="Добавить товар: артикул или название"
        placeholder="Добавить товар: артикул или название"
        type="search"
        maxLength={200}
        aria-controls={id}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="status">
        {open && error && <span className="small bad">{error.message}</span>}
        {open && found?.length === 0 && <span className="small dim">По запросу «{asked}» ничего не найдено</span>}
      </div>
      {open && found !== undefined && found.length > 0 && (
        <ul className={styles.found} aria-label="Найденные товары">
          {found.map((good) => (
            <li key={good.id}>
              <div className={styles.name}>
                <span className={styles.header}>{good.header}</span>
                <span className="small dim">{good.articul}</span>
              </div>
              <Button small disabled={chosen.has(good.id)} aria-label={`${chosen.has(good.id) ? 'Уже в акции' : 'Добавить'}: ${good.header}`} onClick={() => pick(good)}>
                {chosen.has(good.id) ? 'В акции' : 'Добавить'}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
