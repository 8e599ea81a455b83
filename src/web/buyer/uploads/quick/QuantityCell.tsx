import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { readPastedTable } from '../clipboard.ts'
import styles from './quick-order.module.css'

type QuantityCellProps = {
  rowKey: number
  label: string
  typed: string
  /** The fitted quantity, shown while not typing. */
  accepted: string | undefined
  refused: boolean
  onType: (qnt: string) => void
  onPaste: (table: string) => void
  onMove: (to: 'next' | 'previous' | 'nextCode') => void
}

export function QuantityCell({ rowKey, label, typed, accepted, refused, onType, onPaste, onMove }: QuantityCellProps) {
  const [editing, setEditing] = useState(false)

  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, 'next' | 'previous' | 'nextCode'> = {
      Enter: 'nextCode',
      ArrowDown: 'next',
      ArrowUp: 'previous',
    }
    const to = event.ctrlKey || event.metaKey ? undefined : moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(to)
  }

  function paste(event: ClipboardEvent) {
    const table = readPastedTable(event)
    if (table !== undefined) onPaste(table)
  }

  return (
    <input
      className={`${styles.input} ${styles.quantity}`}
      data-cell={`qnt-${rowKey}`}
      data-unknown={refused || undefined}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="next"
      maxLength={100}
      aria-label={label}
      aria-invalid={refused || undefined}
      value={editing ? typed : (accepted ?? typed)}
      onChange={({ currentTarget }) => {
        setEditing(true)
        onType(currentTarget.value.replace(/^\s*[-–—−]\s*(?=\d)/, ''))
      }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={() => setEditing(false)}
      onPaste={paste}
      onKeyDown={onKeyDown}
    />
  )
}
