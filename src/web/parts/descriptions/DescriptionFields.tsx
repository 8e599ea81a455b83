import { maxDescriptionLength } from '#shared/api/staff/categories.ts'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { TextArea } from '#web/ui/forms/Field.tsx'
import type { DescriptionDraft } from './description-draft.ts'
import { sourceLabels } from './source-texts.ts'
import styles from './descriptions.module.css'

type Props = {
  label: string
  draft: DescriptionDraft
  /** 1C's text without markup. */
  exchangeText: string
  /** What 'Не показывать' means. */
  noneText: string
  error: string | undefined
  onChange: (draft: DescriptionDraft) => void
}

const sources = (['exchange', 'own', 'none'] as const).map((value) => ({ value, label: sourceLabels[value] }))

/** A description: as 1C sends it, a text of staff, or none. */
export function DescriptionFields({ label, draft, exchangeText, noneText, error, onChange }: Props) {
  const { shown, text } = draft
  return (
    <div className="column">
      <div>
        <Segments
          label="Что показывать"
          options={sources}
          value={shown}
          onChange={(source) => onChange({ shown: source, text })}
        />
      </div>
      {shown === 'own' ? (
        <TextArea
          label={label}
          hint="Абзацы отделяет пустая строка. Без текста покупатель видит описание из 1С"
          error={error}
          maxLength={maxDescriptionLength}
          rows={10}
          style={{ height: 220 }}
          value={text}
          onChange={({ currentTarget }) => onChange({ shown, text: currentTarget.value })}
        />
      ) : shown === 'exchange' ? (
        <section aria-label="Описание из 1С" className={styles.sent}>
          {exchangeText || <span className="dim">В 1С описания нет</span>}
        </section>
      ) : (
        <p className="dim">{noneText} Текст из 1С остаётся и может вернуться.</p>
      )}
    </div>
  )
}
