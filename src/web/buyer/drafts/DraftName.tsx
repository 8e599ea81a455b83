import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { maxDraftNameLength } from '#shared/constants.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useRenameDraft } from './use-drafts.ts'
import styles from './drafts.module.css'

type NameProps = {
  draft: { id: number; header: string }
  /** The name as shown outside of editing. */ title: ReactNode
  large?: boolean
}

/**
 * Inline editor of a draft's name: Enter and blur save, Esc cancels; an empty name is an error next to the field
 * [V.10].
 */
export function DraftName({ draft: { id, header }, title, large = false }: NameProps) {
  const [text, setText] = useState<string>()
  const rename = useRenameDraft()
  const notify = useNotify()
  const missing = text !== undefined && text.trim() === ''

  function commit() {
    const name = text?.trim()
    if (name === undefined || name === '') return
    setText(undefined)
    if (name === header) return
    rename.mutate(
      { id, header: name },
      {
        onError: ({ message }) => {
          notify({ tone: 'bad', title: 'Черновик не переименован', text: message })
          setText(name)
        },
      },
    )
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') commit()
    if (event.key === 'Escape') setText(undefined)
  }

  if (text === undefined) {
    return (
      <span className={styles.name} data-busy={rename.isPending || undefined}>
        {title}
        <IconButton
          small
          icon="edit"
          label={`Переименовать: ${header}`}
          className={`${styles.action} no-print`}
          onClick={() => setText(header)}
        />
      </span>
    )
  }
  return (
    <span className={styles.nameForm}>
      <input
        // The user has just opened this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className={styles.field}
        data-large={large || undefined}
        aria-label="Название черновика"
        aria-invalid={missing}
        aria-describedby={missing ? `name-${id}` : undefined}
        maxLength={maxDraftNameLength}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => (missing ? setText(undefined) : commit())}
        onKeyDown={onKeyDown}
      />
      {missing && (
        <span id={`name-${id}`} role="alert" className="bad small nowrap">
          Введите название
        </span>
      )}
    </span>
  )
}
