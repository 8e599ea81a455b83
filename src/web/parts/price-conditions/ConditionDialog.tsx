import { useRef, useState } from 'react'
import type { PriceCondition } from '#shared/api/administration/price-conditions.ts'
import { GoodsPicker } from '#web/parts/goods/GoodsPicker.tsx'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { DayField } from '#web/ui/forms/DayField.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { conditionErrors, draftOf, pickedTarget, previewInputOf, type ConditionDraft } from './condition-draft.ts'
import { ConditionPreview } from './ConditionPreview.tsx'
import { targetsSource, useSaveCondition, type ConditionOwner } from './use-price-conditions.ts'
import styles from './price-conditions.module.css'

type DialogProps = {
  owner: ConditionOwner
  /** Undefined: a new one. */
  condition: PriceCondition | undefined
  onClose: () => void
}

/** A discount or a fixed price, with what it would make of today's prices. */
export function ConditionDialog({ owner, condition, onClose }: DialogProps) {
  const [initial] = useState(() => draftOf(condition))
  const [draft, setDraft] = useState(initial)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveCondition(owner)
  const focusInvalid = useFocusInvalid(form, save.error)
  const notify = useNotify()
  const errors: Partial<Record<string, string>> = {
    ...fieldErrorsOf(save.error),
    ...(checked ? conditionErrors(draft) : {}),
  }
  const change = (patch: Partial<ConditionDraft>) => setDraft((previous) => ({ ...previous, ...patch }))
  const preview = previewInputOf(draft)

  function submit() {
    setChecked(true)
    if (preview === undefined || Object.keys(conditionErrors(draft)).length > 0) return focusInvalid()
    save.mutate(
      { ...preview, id: condition?.id, starts: draft.starts ?? '', ends: draft.ends },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: 'Цены пересчитаны', fadeMs: 5000 })
          onClose()
        },
      },
    )
  }

  return (
    <SaveDialog
      anchored
      width={560}
      title={condition === undefined ? 'Новая скидка или цена' : 'Скидка или цена'}
      form={form}
      unsaved={JSON.stringify(draft) !== JSON.stringify(initial)}
      saving={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <Segments
          label="Что задать"
          options={[
            { value: 'discount', label: 'Скидка' },
            { value: 'fixed', label: 'Цена товара' },
          ]}
          value={draft.kind}
          onChange={(kind) => change({ kind, picked: null })}
        />
      </div>
      <TargetFields draft={draft} error={errors.target_id} change={change} />
      <div className={styles.fields}>
        {draft.kind === 'discount' ? (
          <TextField
            label="Скидка, %"
            inputMode="decimal"
            maxLength={8}
            error={errors.percent}
            value={draft.percent}
            onChange={({ currentTarget }) => change({ percent: currentTarget.value })}
          />
        ) : (
          <TextField
            label="Цена с НДС, ₽"
            inputMode="decimal"
            maxLength={14}
            error={errors.price}
            value={draft.price}
            onChange={({ currentTarget }) => change({ price: currentTarget.value })}
          />
        )}
        <DayField
          label="Первый день"
          value={draft.starts}
          error={errors.starts}
          onChange={(starts) => change({ starts })}
        />
        <DayField label="Последний день" value={draft.ends} error={errors.ends} onChange={(ends) => change({ ends })} />
      </div>
      <p className="small dim">
        Без последнего дня действует до отмены. Скидки не складываются: покупатель получает самую низкую цену
      </p>
      <ConditionPreview owner={owner} terms={preview} />
    </SaveDialog>
  )
}

type FieldsProps = {
  draft: ConditionDraft
  error: string | undefined
  change: (patch: Partial<ConditionDraft>) => void
}

function TargetFields({ draft, error, change }: FieldsProps) {
  const searched = pickedTarget(draft)
  const labels = { category: 'Найти категорию', brand: 'Найти бренд', good: 'Найти товар' } as const
  return (
    <>
      {draft.kind === 'discount' && (
        <SelectField
          label="На что"
          options={[
            { value: 'category', label: 'Категория со всеми вложенными' },
            { value: 'brand', label: 'Бренд' },
            { value: 'all', label: 'Все товары' },
          ]}
          value={draft.target}
          onChange={({ currentTarget }) =>
            change({ target: currentTarget.value as ConditionDraft['target'], picked: null })
          }
        />
      )}
      {searched !== undefined &&
        (draft.picked ? (
          <span className="row">
            <span className="clip grow" title={draft.picked.header}>
              {draft.picked.header}
            </span>
            <Button small onClick={() => change({ picked: null })}>
              Другое<span className="unseen"> вместо «{draft.picked.header}»</span>
            </Button>
          </span>
        ) : (
          <div>
            <GoodsPicker
              key={searched}
              label={labels[searched]}
              source={targetsSource(searched)}
              chosen={new Set()}
              chosenLabel="Выбрано"
              pickLabel="Выбрать"
              foundLabel="Найдено"
              onPick={({ id, header }) => change({ picked: { id, header } })}
            />
            {error !== undefined && (
              <span className="small bad" role="alert">
                {error}
              </span>
            )}
          </div>
        ))}
    </>
  )
}
