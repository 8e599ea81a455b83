import { useEffect, useState, type KeyboardEvent } from 'react'
import { refusalMessages } from '#shared/messages.ts'
import { formatMilli } from '#shared/rules/money.ts'
import { stepText } from '#shared/rules/step-text.ts'
import { fitQuantity, parseQuantityInput, stepDown, stepUp, type QuantityRule } from '#shared/rules/step.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './stepper.module.css'

type StepperProps = {
  /** Accessible name: article and warehouse. */
  label: string
  /** Chosen thousandths; 0 = nothing yet. */
  value: number
  /** Placeholder in thousandths while nothing is chosen: '+' or Enter sets it. */
  start?: number
  rule: QuantityRule
  unit?: string
  onChange: (quantityMilli: number) => void
  /** Called for a typed 0 when something is chosen; without it, or when nothing is chosen, a 0 is refused. */
  onRemove?: (() => void) | undefined
  /** A refusal of the server for this row, shown beside the field. */
  error?: string | undefined
  /** Fields of one column: Enter, ↓ and ↑ move between them. */
  column?: string
  /** The quantity is not in a basket yet. */
  free?: boolean
  disabled?: boolean
}

const noteFadesMs = 3000

/**
 * The quantity field of a line [V.4-V.7]: typed, or stepped by the buttons or Ctrl+↑↓. Enter and ↓ go to the next row,
 * ↑ to the previous one; Esc, or leaving the field empty, restores the value. Rounding, limits and refusals are shown
 * beside the field.
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
  const shownValue = value > 0 ? value : start

  useEffect(() => {
    if (note === '') return
    const timer = setTimeout(() => setNote(''), noteFadesMs)
    return () => clearTimeout(timer)
  }, [note])

  function changeTo(next: number, nextNote = '') {
    setDraft(undefined)
    setNote(nextNote)
    if (next !== value) onChange(next)
  }

  function commit() {
    if (draft === undefined) return
    if (draft === '') return changeTo(value)
    const typed = parseQuantityInput(draft)
    if (typed === undefined) return changeTo(value, 'Введите число')
    if (typed === 0) return commitZero()
    const { quantityMilli, note: changed } = fitQuantity(typed, rule)
    changeTo(quantityMilli, changed === undefined ? '' : noteText(changed, quantityMilli, rule, unit))
  }

  function commitZero() {
    const removes = value > 0 && onRemove !== undefined
    changeTo(value, removes ? '' : refusalMessages.zeroQuantity)
    if (removes) onRemove()
  }

  function step(up: boolean) {
    const typed = parseQuantityInput(draft ?? '') ?? 0
    if (up && value === 0 && typed === 0 && start > 0) return changeTo(start)
    const from = typed === 0 ? value : fitQuantity(typed, rule).quantityMilli
    const next = up ? stepUp(from, rule) : stepDown(from, rule)
    changeTo(next, up && next === from ? noteText('capped', from, rule, unit) : '')
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, ctrlKey, repeat, currentTarget } = event
    if (key === 'Escape' && draft !== undefined) {
      event.stopPropagation()
      changeTo(value)
    } else if (ctrlKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault()
      step(key === 'ArrowUp')
    } else if (key === 'Enter' || key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      // A held key moves through the column and must not fill it.
      if (key === 'Enter' && !repeat && draft === undefined && value === 0 && start > 0) changeTo(start)
      const next = neighbourOf(currentTarget, column, key === 'ArrowUp' ? -1 : 1)
      // The field commits on blur.
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
        // This field handles the key before the dialog: the first Esc restores the value, the next closes the dialog.
        data-mantine-stop-propagation={draft !== undefined}
        disabled={disabled}
        value={draft ?? formatMilli(shownValue)}
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

function neighbourOf(input: HTMLInputElement, column: string, step: 1 | -1): HTMLInputElement | undefined {
  const scope = input.closest('[role=dialog]') ?? document
  const fields = [...scope.querySelectorAll<HTMLInputElement>(`input[data-quantity="${column}"]:not(:disabled)`)]
  return fields[fields.indexOf(input) + step]
}
