import { useRef, useState, type FormEvent } from 'react'
import type { StaffMethod } from '#shared/api/staff/delivery.ts'
import { deliveryMethodRules } from '#shared/rules/delivery/delivery-methods.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { parseRoublesText } from '#web/ui/forms/roubles-text.ts'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { isChanged, methodDraftOf, type MethodDraft } from './method-draft.ts'
import { useSaveMethod } from './use-staff-delivery.ts'
import styles from './staff-delivery.module.css'

type RowProps = {
  method: StaffMethod
  /** Undefined until the user types. */
  draft: MethodDraft | undefined
  zonesDrawn: boolean
  onDraft: (draft: MethodDraft | undefined) => void
  onReload: () => Promise<unknown>
}

/** Name and price of a delivery method, saved separately. */
export function MethodRow({ method, draft, zonesDrawn, onDraft, onReload }: RowProps) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const focusInvalid = useFocusInvalid(form)
  const save = useSaveMethod()
  const notify = useNotify()
  const { header, price, version } = draft ?? methodDraftOf(method)
  const change = (patch: Partial<MethodDraft>) => onDraft({ header, price, version, ...patch })

  function submit(event: FormEvent) {
    event.preventDefault()
    const roubles = parseRoublesText(price)
    const fields = {
      ...(header.trim() === '' ? { header: 'Укажите название' } : {}),
      ...(roubles === undefined || roubles === null ? { price: 'Сумма цифрами; 0 – бесплатно' } : {}),
    }
    setErrors(fields)
    if (roubles === undefined || roubles === null || Object.keys(fields).length > 0) return focusInvalid()
    save.mutate(
      { id: method.id, version, header: header.trim(), price: roubles },
      {
        onSuccess: () => {
          onDraft(undefined)
          notify({ tone: 'ok', text: `«${header.trim()}» сохранён` })
        },
      },
    )
  }

  async function reload() {
    await onReload()
    save.reset()
    onDraft(undefined)
  }

  return (
    <li>
      {save.error && <SaveFailure error={save.error} subject="способ" onReload={reload} />}
      <form ref={form} className={styles.method} noValidate onSubmit={submit}>
        <TextField
          label="Название"
          maxLength={200}
          value={header}
          error={errors.header}
          onChange={({ currentTarget }) => change({ header: currentTarget.value })}
        />
        <TextField
          label="Цена, ₽"
          inputMode="decimal"
          maxLength={20}
          value={price}
          error={errors.price}
          hint={hintOf(method.id, zonesDrawn)}
          onChange={({ currentTarget }) => change({ price: currentTarget.value })}
        />
        <Button
          type="submit"
          disabled={!isChanged(draft, method)}
          busy={save.isPending}
          aria-label={`Сохранить: ${method.header}`}
        >
          Сохранить
        </Button>
      </form>
    </li>
  )
}

function hintOf(id: number, zonesDrawn: boolean): string | undefined {
  const { usesZones, zeroPrice } = deliveryMethodRules(id)
  if (usesZones) return zonesDrawn ? 'Не действует: цены задают зоны' : 'Пока зон нет, по любому адресу'
  return zeroPrice === 'tariff' ? '0 – по тарифу компании' : undefined
}
