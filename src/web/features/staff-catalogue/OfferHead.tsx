import type { FormEvent } from 'react'
import { Checkbox, TextArea, TextField } from '#web/ui/Field.tsx'
import { DayField } from './DayField.tsx'
import type { Fields, OfferDraft } from './offer-draft.ts'
import styles from './offers.module.css'

type HeadProps = { draft: OfferDraft; wrong: Fields; onChange: (part: Partial<OfferDraft>) => void; onSubmit: (event: FormEvent) => void }

export function OfferHead({ draft: { title, text, starts, ends, position, active }, wrong, onChange, onSubmit }: HeadProps) {
  return (
    <form id="offer" className={styles.head} onSubmit={onSubmit} noValidate>
      <div className={styles.wide}>
        <TextField label="Название" value={title} maxLength={200} error={wrong.title} onChange={({ currentTarget }) => onChange({ title: currentTarget.value })} />
      </div>
      <DayField label="Первый день" value={starts} error={wrong.starts} onChange={(day) => onChange({ starts: day })} />
      <DayField label="Последний день" value={ends} error={wrong.ends} onChange={(day) => onChange({ ends: day })} />
      <TextField
        label="Порядок"
        inputMode="numeric"
        placeholder="0"
        title="Меньший номер стоит раньше"
        value={position}
        maxLength={6}
        error={wrong.position}
        onChange={({ currentTarget }) => onChange({ position: currentTarget.value })}
      />
      <div className={styles.words}>
        <TextArea label="Текст для покупателя" value={text} maxLength={2000} error={wrong.text} onChange={({ currentTarget }) => onChange({ text: currentTarget.value })} />
      </div>
      <Checkbox label="Включена" checked={active} onChange={({ currentTarget }) => onChange({ active: currentTarget.checked })} />
    </form>
  )
}
