import { useState, type KeyboardEvent } from 'react'
import { longestLineComment, type BasketLine } from '#shared/api/basket.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './cart.module.css'

/** The buyer's own words about a row, written in place: Enter or leaving the field keeps them, Esc does not. */
export function LineComment({ line, onComment }: { line: BasketLine; onComment: (comment: string) => void }) {
  const [text, setText] = useState<string>()
  const name = line.articul || line.header

  function keep() {
    if (text !== undefined && text.trim() !== line.comment) onComment(text.trim())
    setText(undefined)
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') keep()
    if (key === 'Escape') setText(undefined)
  }

  if (text !== undefined) {
    return (
      <input
        // The person has just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className={styles.commentField}
        aria-label={`Комментарий: ${name}`}
        placeholder="Комментарий к строке заказа"
        maxLength={longestLineComment}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={keep}
        onKeyDown={onKeyDown}
      />
    )
  }
  return (
    <button
      type="button"
      className={styles.comment}
      data-empty={line.comment === '' || undefined}
      aria-label={line.comment === '' ? `Добавить комментарий: ${name}` : `Комментарий «${line.comment}»: ${name}, изменить`}
      title={line.comment === '' ? 'Добавить комментарий к строке' : line.comment}
      onClick={() => setText(line.comment)}
    >
      <Icon name="edit" size={12} />
      <span className="clip">{line.comment}</span>
    </button>
  )
}
