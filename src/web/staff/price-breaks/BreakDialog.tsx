import { useRef, useState } from 'react'
import type { BreakTarget, StaffPriceBreak } from '#shared/api/staff/pricing/price-breaks.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { GoodsPicker } from '#web/parts/goods/GoodsPicker.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { useSettled } from '#web/ui/forms/use-settled.ts'
import { money, withCount } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { breakErrors, draftOf, newDraft, termsOf, withTarget, type BreakDraft } from './break-draft.ts'
import { targetSource, useBreakPreview, useSaveBreak } from './use-price-breaks.ts'
import styles from './price-breaks.module.css'

type DialogProps = {
  owner: { contract: number } | { price_type: number }
  /** Undefined: a new one. */
  changed: StaffPriceBreak | undefined
  onClose: () => void
}

const targets: { value: BreakTarget; label: string }[] = [
  { value: 'good', label: 'Один товар' },
  { value: 'category', label: 'Категория' },
  { value: 'brand', label: 'Бренд' },
  { value: 'all', label: 'Все товары' },
]
const pickLabels = { good: 'Найти товар', category: 'Найти категорию', brand: 'Найти бренд' } as const
const thresholds = [
  { value: 'quantity', label: 'Количество товара' },
  { value: 'sum', label: 'Сумма корзины, ₽' },
]

/** Adds or changes a break, with what it does to the prices below. */
export function BreakDialog({ owner, changed, onClose }: DialogProps) {
  const [initial] = useState(() => (changed ? draftOf(changed) : newDraft))
  const [draft, setDraft] = useState(initial)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveBreak(owner)
  const focusInvalid = useFocusInvalid(form, save.error)
  const notify = useNotify()
  const { price, percent, ...refused } = fieldErrorsOf(save.error)
  const errors: Record<string, string | undefined> = {
    ...refused,
    value: price ?? percent,
    ...(checked ? breakErrors(draft) : {}),
  }
  const change = (patch: Partial<BreakDraft>) => setDraft((previous) => ({ ...previous, ...patch }))

  function submit() {
    setChecked(true)
    if (Object.keys(breakErrors(draft)).length > 0) return focusInvalid()
    save.mutate(
      { ...(changed ? { id: changed.id } : {}), ...termsOf(draft) },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: 'Сохранено: цены в корзинах уже новые', fadeMs: 5000 })
          onClose()
        },
      },
    )
  }

  return (
    <SaveDialog
      anchored
      width={520}
      title={changed ? 'Цена от порога' : 'Новая цена от порога'}
      form={form}
      unsaved={JSON.stringify(draft) !== JSON.stringify(initial)}
      saving={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="На что"
        options={targets}
        value={draft.target}
        onChange={({ currentTarget }) => setDraft(withTarget(draft, currentTarget.value as BreakTarget))}
      />
      <Target draft={draft} error={errors.target_id} onChange={(chosen) => change({ chosen })} />
      <div className={styles.fields}>
        <SelectField
          label="Порог"
          options={thresholds}
          value={draft.by}
          onChange={({ currentTarget }) => change({ by: currentTarget.value === 'sum' ? 'sum' : 'quantity' })}
        />
        <TextField
          label="Начиная с"
          inputMode="decimal"
          maxLength={16}
          error={errors.from}
          value={draft.from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <SelectField
          label="Что меняется"
          options={[
            ...(draft.target === 'good' ? [{ value: 'price', label: 'Цена, ₽' }] : []),
            { value: 'percent', label: 'Скидка, %' },
          ]}
          value={draft.benefit}
          onChange={({ currentTarget }) => change({ benefit: currentTarget.value === 'price' ? 'price' : 'percent' })}
        />
        <TextField
          label={draft.benefit === 'price' ? 'Цена за единицу, ₽' : 'Скидка от цены типа, %'}
          inputMode="decimal"
          maxLength={16}
          error={errors.value}
          value={draft.value}
          onChange={({ currentTarget }) => change({ value: currentTarget.value })}
        />
      </div>
      <Preview owner={owner} draft={draft} />
    </SaveDialog>
  )
}

type TargetProps = {
  draft: BreakDraft
  error: string | undefined
  onChange: (chosen: BreakDraft['chosen']) => void
}

function Target({ draft: { target, chosen }, error, onChange }: TargetProps) {
  if (target === 'all') return null
  if (chosen)
    return (
      <div className="row">
        <span className="clip grow" title={chosen.header}>
          {chosen.header}
        </span>
        <Button small onClick={() => onChange(undefined)}>
          Другой
        </Button>
      </div>
    )
  return (
    <div>
      <GoodsPicker
        label={pickLabels[target]}
        source={targetSource(target)}
        chosen={new Set()}
        chosenLabel="Выбран"
        pickLabel="Выбрать"
        foundLabel="Найденное"
        onPick={({ id, header }) => onChange({ id, header })}
      />
      {error !== undefined && (
        <p className="small bad" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** What the break does today: goods that get cheaper, and those below the purchase price with their loss. */
function Preview({ owner, draft }: Pick<DialogProps, 'owner'> & { draft: BreakDraft }) {
  const complete = Object.keys(breakErrors(draft)).length === 0
  const { data, error, refetch } = useBreakPreview(owner, useSettled(complete ? termsOf(draft) : undefined))
  if (!complete) return null
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton width="100%" height={64} />
  if (data.cheaper === 0) return <Note tone="warn">Дешевле не станет: нынешние цены не выше</Note>
  return (
    <div role="status">
      <p className="small dim">Станет дешевле: {withCount(data.cheaper, ['товар', 'товара', 'товаров'])}</p>
      <ul className={styles.examples}>
        {data.examples.map(({ id, header, before, after }) => (
          <li key={id}>
            <span className="clip grow">{header}</span> {money(before)} → {money(after)}
          </li>
        ))}
      </ul>
      {data.losses > 0 && (
        <Note tone="bad">
          Ниже закупочной цены: {withCount(data.losses, ['товар', 'товара', 'товаров'])}, убыток до{' '}
          {money(data.examples[0]?.loss ?? 0)} на единицу
        </Note>
      )}
    </div>
  )
}
