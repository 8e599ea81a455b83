import { useEffect, useState, type KeyboardEvent } from 'react'
import { refusalMessages } from '#shared/messages.ts'
import { formatMilli } from '#shared/rules/money.ts'
import { stepText } from '#shared/rules/step-text.ts'
import { fitQuantity, parseQuantityInput, stepDown, stepUp, type QuantityRule } from '#shared/rules/step.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './stepper.module.css'

type StepperProps = {
  /** What the field is for: its article, its warehouse. */
  label: string
  /** Thousandths chosen so far; 0 = nothing yet. */
  value: number
  /** Thousandths shown in grey while nothing is chosen: what '+' or Enter sets. */
  start?: number
  rule: QuantityRule
  unit?: string
  onChange: (quantityMilli: number) => void
  /** What a typed 0 does to a chosen quantity; without it, and where nothing is chosen, a 0 is refused. */
  onRemove?: (() => void) | undefined
  /** A refusal of the server for this row; stays beside the field. */
  error?: string | undefined
  /** Fields of one column: Enter, ↓ and ↑ move between them. */
  column?: string
  /** A choice that is in no basket yet. */
  free?: boolean
  disabled?: boolean
}

const noteFadesMs = 3000

/**
 * The quantity of a line [V.4-V.7]: typed, stepped by the buttons or Ctrl+↑↓; Enter and ↓ go to the next row,
 * ↑ to the one before; Esc, or leaving the field empty, undoes the typing. What was rounded, capped or
 * refused is shown beside the field.
 */
export function Stepper({
  label,
  value,
  start = 0,
  rule,
  unit = '',
  onChange,
  onRemove,
  error,
  column = 'quantity',
  free = false,
  disabled = false,
}: StepperProps) {
  const [draft, setDraft] = useState<string>()
  const [note, setNote] = useState('')
  const drawn = value > 0 ? value : start

  useEffect(() => {
    if (note === '') return
    const timer = setTimeout(() => setNote(''), noteFadesMs)
    return () => clearTimeout(timer)
  }, [note])

  function settle(next: number, said = '') {
    setDraft(undefined)
    setNote(said)
    if (next !== value) onChange(next)
  }

  function commit() {
    if (draft === undefined) return
    if (draft === '') return settle(value)
    const typed = parseQuantityInput(draft)
    if (typed === undefined) return settle(value, 'Введите число')
    if (typed === 0) return commitZero()
    const { quantityMilli, note: changed } = fitQuantity(typed, rule)
    settle(quantityMilli, changed === undefined ? '' : noteText(changed, quantityMilli, rule, unit))
  }

  function commitZero() {
    const removes = value > 0 && onRemove !== undefined
    settle(value, removes ? '' : refusalMessages.zeroQuantity)
    if (removes) onRemove()
  }

  function step(up: boolean) {
    const typed = parseQuantityInput(draft ?? '') ?? 0
    if (up && value === 0 && typed === 0 && start > 0) return settle(start)
    const from = typed === 0 ? value : fitQuantity(typed, rule).quantityMilli
    const next = up ? stepUp(from, rule) : stepDown(from, rule)
    settle(next, up && next === from ? noteText('capped', from, rule, unit) : '')
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, ctrlKey, repeat, currentTarget } = event
    if (key === 'Escape' && draft !== undefined) {
      event.stopPropagation()
      settle(value)
    } else if (ctrlKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault()
      step(key === 'ArrowUp')
    } else if (key === 'Enter' || key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      // A held key moves through the column and must not fill it.
      if (key === 'Enter' && !repeat && draft === undefined && value === 0 && start > 0) settle(start)
      const next = neighbourOf(currentTarget, column, key === 'ArrowUp' ? -1 : 1)
      // A field that is left commits by itself.
      if (next) return next.focus()
      commit()
      currentTarget.select()
    }
  }

  const message = error ?? note
  return (
    <span
      className={styles.stepper}
      data-has={(value > 0 && !free) || undefined}
      data-refused={error !== undefined || undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Меньше: ${label}`}
        disabled={disabled || value === 0}
        onClick={() => step(false)}
      >
        <Icon name="minus" size={12} />
      </button>
      <input
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        data-quantity={column}
        // A dialog gets the key before this field: Esc first undoes the typing, and only then closes it.
        data-mantine-stop-propagation={draft !== undefined}
        disabled={disabled}
        value={draft ?? formatMilli(drawn)}
        onChange={({ currentTarget }) => {
          setNote('')
          setDraft(cleanTyping(currentTarget.value))
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Больше: ${label}`}
        disabled={disabled}
        onClick={() => step(true)}
      >
        <Icon name="plus" size={12} />
      </button>
      <span role="status">
        {message !== '' && (
          <span className={styles.note} data-tone={error === undefined ? undefined : 'bad'}>
            {message}
          </span>
        )}
      </span>
    </span>
  )
}

function noteText(changed: 'rounded' | 'capped', quantityMilli: number, rule: QuantityRule, unit: string): string {
  if (changed === 'rounded') return `Округлено до ${formatMilli(quantityMilli)}: ${stepText(rule)}`
  if (quantityMilli === 0) return refusalMessages.insufficientStock
  return `Больше нет: доступно ${formatMilli(rule.availableMilli)} ${unit}`.trim()
}

/** Only the characters of a number, without leading zeros [V.7]. */
function cleanTyping(text: string): string {
  return text.replace(/[^\d.,]/g, '').replace(/^0+(?=\d)/, '')
}

function neighbourOf(input: HTMLInputElement, column: string, by: 1 | -1): HTMLInputElement | undefined {
  const scope = input.closest('[role=dialog]') ?? document
  const fields = [...scope.querySelectorAll<HTMLInputElement>(`input[data-quantity="${column}"]:not(:disabled)`)]
  return fields[fields.indexOf(input) + by]
}
