import { useId, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { focusFirst } from './focus.ts'
import styles from './first-run.module.css'

type CopyProps = { label: string; value: string; copied: string; focused?: boolean }

/** A read-only text to be copied. */
export function CopyField({ label, value, copied, focused = false }: CopyProps) {
  const id = useId()
  const text = useRef<HTMLElement>(null)
  const notify = useNotify()

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      notify({ tone: 'ok', text: copied })
    } catch {
      // Without https browsers have no clipboard API: the text is selected instead.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      notify({ text: 'Текст выделен, нажмите Ctrl+C', fadeMs: 3000 })
    }
  }

  return (
    <div className={styles.copy} role="group" aria-labelledby={id}>
      <span id={id} className="small muted">
        {label}
      </span>
      <div>
        <code ref={text}>{value}</code>
        <Button
          small
          icon="copy"
          aria-label={`Скопировать: ${label.toLowerCase()}`}
          ref={focused ? focusFirst : undefined}
          onClick={() => void copy()}
        >
          Скопировать
        </Button>
      </div>
    </div>
  )
}
