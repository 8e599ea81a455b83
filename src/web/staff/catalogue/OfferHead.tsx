import type { FormEvent } from 'react'
import { Checkbox, TextArea, TextField } from '#web/ui/forms/Field.tsx'
import type { Fields, OfferDraft } from './offer-draft.ts'
import { PlacementFields } from '#web/parts/placement/PlacementFields.tsx'
import styles from './offers.module.css'

type HeadProps = {
  draft: OfferDraft
  wrong: Fields
  onChange: (part: Partial<OfferDraft>) => void
  onSubmit: (event: FormEvent) => void
}

export function OfferHead({ draft, wrong, onChange, onSubmit }: HeadProps) {
  const { title, text, active } = draft
  return (
    <form id="offer" className={styles.head} onSubmit={onSubmit} noValidate>
      <div className={styles.wide}>
        <TextField
          label="Название"
          value={title}
          maxLength={200}
          error={wrong.title}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        />
      </div>
      <PlacementFields value={draft} wrong={wrong} onChange={onChange} />
      <div className={styles.words}>
        <TextArea
          label="Текст для покупателя"
          value={text}
          maxLength={2000}
          error={wrong.text}
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
