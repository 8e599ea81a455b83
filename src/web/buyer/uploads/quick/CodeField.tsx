import { useEffect, useId, useRef, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react'
import { searchFromCharacters } from '#shared/constants.ts'
import type { GoodsOption } from '#web/parts/goods/GoodsOptions.tsx'
import type { GoodsFinder } from '#web/parts/goods/goods-finder.ts'
import { nextActiveIndex } from '#web/ui/tables/next-active-index.ts'
import { readPastedTable } from '../clipboard.ts'
import styles from './quick-order.module.css'

type CodeFieldProps = {
  rowKey: number
  label: string
  placeholder?: string | undefined
  value: string
  /** No good of the contract has this code. */
  unknown: boolean
  find: GoodsFinder
  onType: (code: string) => void
  onChoose: (goods: GoodsOption) => void
  onPaste: (table: string) => void
  onRemove: () => void
  onEditing: (isEditing: boolean) => void
  /** Moves to this row's quantity, or to another row's code. */
  onMove: (to: 'quantity' | 'next' | 'previous') => void
}

const listHeight = 240

/** An article, barcode or code with suggestions while typing; ↓ and Enter choose one. */
export function CodeField({
  rowKey,
  label,
  placeholder,
  value,
  unknown,
  find: Find,
  onType,
  onChoose,
  onPaste,
  onRemove,
  onEditing,
  onMove,
}: CodeFieldProps) {
  const list = useId()
  const [open, setOpen] = useState<'below' | 'above'>()
  const [found, setFound] = useState<readonly GoodsOption[]>([])
  const [active, setActive] = useState(-1)
  const shown = open !== undefined && value.trim().length >= searchFromCharacters
  const field = useRef<HTMLInputElement>(null)

  // On a phone with an open keyboard the list needs the space below the field.
  useEffect(() => {
    if (shown && matchMedia('(max-width: 767px)').matches) field.current?.scrollIntoView({ block: 'start' })
  }, [shown])

  function choose(goods: GoodsOption) {
    setOpen(undefined)
    onChoose(goods)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, ctrlKey, metaKey, altKey, currentTarget } = event
    if (ctrlKey || metaKey) return
    const next = shown && found.length > 0 ? nextActiveIndex(key, active, found.length) : undefined
    if (next !== undefined) setActive(next)
    // Pressed before the suggestions are loaded: chooses the first one once they are.
    else if (key === 'ArrowDown' && shown && active < 0 && !altKey) setActive(0)
    else if (key === 'ArrowDown' && altKey) setOpen(sideOf(currentTarget))
    else if (key === 'ArrowDown' || key === 'ArrowUp') onMove(key === 'ArrowDown' ? 'next' : 'previous')
    else if (key === 'Escape' && shown) setOpen(undefined)
    else if (key === 'Delete' && isSelected(currentTarget)) onRemove()
    else if (key === 'Enter') {
      const chosen = shown ? found[active] : undefined
      if (chosen) choose(chosen)
      else onMove('quantity')
    } else return
    event.preventDefault()
  }

  function paste(event: ClipboardEvent) {
    const table = readPastedTable(event)
    if (table !== undefined) onPaste(table)
  }

  return (
    <span className={styles.code}>
      <input
        ref={field}
        className={styles.input}
        data-cell={`code-${rowKey}`}
        data-unknown={unknown || undefined}
        role="combobox"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="next"
        maxLength={500}
        aria-label={label}
        placeholder={placeholder}
        aria-expanded={shown}
        aria-controls={shown ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${list}-${active}` : undefined}
        aria-invalid={unknown || undefined}
        value={value}
        onChange={({ currentTarget }) => {
          onType(currentTarget.value)
          onEditing(true)
          setActive(-1)
          setOpen(sideOf(currentTarget))
        }}
        onFocus={({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select()}
        onBlur={() => {
          setOpen(undefined)
          onEditing(false)
        }}
        onPaste={paste}
        onKeyDown={onKeyDown}
      />
      {shown && (
        <div className={styles.list} data-side={open} data-none={found.length === 0 || undefined}>
          <Find
            id={list}
            typed={value}
            active={active}
            onFound={(goods) => {
              setFound(goods ?? [])
              setActive((current) => Math.min(current, 0))
            }}
            onChoose={choose}
            onPoint={setActive}
          />
        </div>
      )}
    </span>
  )
}

/** Opens the list where there is room. */
function sideOf(field: HTMLElement): 'below' | 'above' {
  const { top, bottom } = field.getBoundingClientRect()
  return innerHeight - bottom < listHeight && top > listHeight ? 'above' : 'below'
}

/** Whether the whole text is selected, as after moving into the cell; true for an empty one. */
function isSelected({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length
}
