import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { materialLength } from '#shared/api/staff/pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { markups, type Markup } from './markup.ts'
import styles from './staff-pages.module.css'

type HtmlFieldProps = { value: string; error: string | undefined; onChange: (html: string) => void }

/** HTML source with buttons for common markup, applied to the selected text. */
export function HtmlField({ value, error, onChange }: HtmlFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)

  function insertMarkup({ make, caret }: Markup) {
    const area = field.current
    if (!area) return
    const { selectionStart: from, selectionEnd: to } = area
    const markup = make(value.slice(from, to))
    // The caret stays in the inserted markup, ready for typing.
    flushSync(() => onChange(value.slice(0, from) + markup + value.slice(to)))
    area.focus()
    const caretAt = from + markup.indexOf(caret) + caret.length
    area.setSelectionRange(caretAt, caretAt)
  }

  return (
    <div className="column">
      <div className="row wrap" role="group" aria-label="Разметка">
        {markups.map((markup) => (
          <Button key={markup.label} small onClick={() => insertMarkup(markup)}>
            {markup.label}
          </Button>
        ))}
      </div>
      <Field
        label="Текст, HTML"
        hint="Можно заголовки, списки, таблицы и ссылки; остальное портал уберёт"
        error={error}
      >
        {(wired) => (
          <textarea
            {...wired}
            ref={field}
            className={`${wired.className} ${styles.html}`}
            spellCheck
            value={value}
            maxLength={materialLength}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
      </Field>
    </div>
  )
}
