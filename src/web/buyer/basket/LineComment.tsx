import { useState, type KeyboardEvent } from 'react'
import { maxLineCommentLength, type BasketLine } from '#shared/api/basket.ts'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './cart.module.css'

/** Inline editor of the buyer's comment on a row: Enter and blur save, Esc cancels. */
export function LineComment({
  line,
  onComment,
}: {
  line: BasketLine
  /** Resolves to whether it was saved. */ onComment: (comment: string) => Promise<boolean>
}) {
  const [text, setText] = useState<string>()
  const [sent, setSent] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const name = line.articul || line.header
  const comment = sent ?? line.comment

  async function commit() {
    const trimmed = text?.trim()
    setText(undefined)
    if (trimmed === undefined || trimmed === line.comment) return
    setSent(trimmed)
    // After a refusal the text stays in the field.
    setOpen(false)
    if (!(await onComment(trimmed))) setText(trimmed)
    setSent(undefined)
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') void commit()
    if (key === 'Escape') setText(undefined)
  }

  if (text !== undefined) {
    return (
      <input
        // Focus only after the user opened this field, not on re-render.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isOpen}
        className={styles.commentField}
        aria-label={`Комментарий: ${name}`}
        placeholder="Комментарий к строке заказа"
        maxLength={maxLineCommentLength}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={() => void commit()}
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
        setOpen(true)
      }}
    >
      <Icon name="edit" size={12} />
      <span className="clip">{comment}</span>
    </button>
  )
}
