import { useEffect, useEffectEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { withCount } from '#web/ui/format.ts'
import type { Change } from './firm-draft.ts'
import styles from './firm.module.css'

const changeForms = ['изменение', 'изменения', 'изменений'] as const
const maxShown = 3

type UnsavedBarProps = { changes: readonly Change[]; busy: boolean; onCancel: () => void; onSave: () => void }

/** What is not saved yet, at the bottom of the page; Ctrl+S saves it. */
export function UnsavedBar({ changes, busy, onCancel, onSave }: UnsavedBarProps) {
  const isShown = changes.length > 0
  const saveByKey = useEffectEvent(onSave)
  useEffect(() => {
    if (!isShown) return
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.code !== 'KeyS') return
      event.preventDefault()
      saveByKey()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isShown])
  if (!isShown) return null
  return (
    <div className={styles.bar} role="region" aria-label="Несохранённые изменения">
      <span className={styles.changes}>
        <b className="bold">{`Не сохранено: ${withCount(changes.length, changeForms)}`}</b>
        {changes.slice(0, maxShown).map(({ label, before, after }) => (
          <span key={label} className={styles.change}>
            {label} <s className="dim">{before || 'пусто'}</s> → <b className="bold">{after || 'пусто'}</b>
          </span>
        ))}
      </span>
      <Button onClick={onCancel}>Отменить</Button>
      <Button type="submit" variant="primary" busy={busy} aria-keyshortcuts="Control+S">
        Сохранить
        <kbd className={styles.key}>Ctrl S</kbd>
      </Button>
    </div>
  )
}
