import { useState, type KeyboardEvent } from 'react'
import { longestLineComment, type BasketLine } from '#shared/api/basket.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './cart.module.css'

/** The buyer's own words about a row, written in place: Enter or leaving the field keeps them, Esc does not. */
export function LineComment({ line, onComment }: { line: BasketLine; /** Answers whether it was kept. */ onComment: (comment: string) => Promise<boolean> }) {
  const [text, setText] = useState<string>()
  const [sent, setSent] = useState<string>()
  const [pressed, setPressed] = useState(false)
  const name = line.articul || line.header
  const comment = sent ?? line.comment

  async function keep() {
    const words = text?.trim()
    setText(undefined)
    if (words === undefined || words === line.comment) return
    setSent(words)
    // Refused, the words wait in their field for another try.
    setPressed(false)
    if (!(await onComment(words))) setText(words)
    setSent(undefined)
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') void keep()
    if (key === 'Escape') setText(undefined)
  }

  if (text !== undefined) {
    return (
      <input
        // The person has just asked for this field; one that came back by itself takes no focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={pressed}
        className={styles.commentField}
        aria-label={`Комментарий: ${name}`}
        placeholder="Комментарий к строке заказа"
        maxLength={longestLineComment}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={() => void keep()}
        onKeyDown={onKeyDown}
      />
    )
  }
  return (
    <button
      type="button"
      className={styles.comment}
      data-empty={comment === '' || undefined}
      aria-label={comment === '' ? `Добавить комментарий: ${name}` : `Комментарий «${comment}»: ${name}, изменить`}
      title={comment === '' ? 'Добавить комментарий к строке' : comment}
      onClick={() => {
        setText(comment)
        setPressed(true)
      }}
    >
      <Icon name="edit" size={12} />
      <span className="clip">{comment}</span>
    </button>
  )
}
