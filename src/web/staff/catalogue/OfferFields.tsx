import type { FormEvent } from 'react'
import { Checkbox, TextArea, TextField } from '#web/ui/forms/Field.tsx'
import type { FieldErrors, OfferDraft } from './offer-draft.ts'
import { PlacementFields } from '#web/parts/placement/PlacementFields.tsx'
import styles from './offers.module.css'

type FieldsProps = {
  draft: OfferDraft
  errors: FieldErrors
  onChange: (patch: Partial<OfferDraft>) => void
  onSubmit: (event: FormEvent) => void
}

export function OfferFields({ draft, errors, onChange, onSubmit }: FieldsProps) {
  const { title, text, active } = draft
  return (
    <form id="offer" className={styles.head} onSubmit={onSubmit} noValidate>
      <div className={styles.wide}>
        <TextField
          label="Название"
          value={title}
          maxLength={200}
          error={errors.title}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        />
      </div>
      <PlacementFields value={draft} errors={errors} onChange={onChange} />
      <div className={styles.words}>
        <TextArea
          label="Текст для покупателя"
          value={text}
          maxLength={2000}
          error={errors.text}
          onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      </div>
      <Checkbox
        label="Включена"
        checked={active}
        onChange={({ currentTarget }) => onChange({ active: currentTarget.checked })}
      />
    </form>
  )
}
