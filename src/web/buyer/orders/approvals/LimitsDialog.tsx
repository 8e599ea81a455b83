import { useState } from 'react'
import type { Employee } from '#shared/api/approvals.ts'
import { limitPeriods } from '#shared/rules/parties/employee-limits.ts'
import { sumInRoublesNeeded } from '#shared/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { parseRoublesText } from '#web/ui/forms/roubles-text.ts'
import { formOf } from './limits-form.ts'
import { useSetLimits } from './use-approvals.ts'
import { periodText } from './texts.ts'

const periods = limitPeriods.map((period) => ({ value: period, label: periodText[period] }))

/** Limits above which an employee's orders need approval. */
export function LimitsDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const [form, setForm] = useState(formOf(employee))
  const [checked, setChecked] = useState(false)
  const save = useSetLimits()
  const notify = useNotify()
  const orderLimit = parseRoublesText(form.order)
  const periodLimit = parseRoublesText(form.ofPeriod)

  function send() {
    setChecked(true)
    if (orderLimit === undefined || periodLimit === undefined) return
    save.mutate(
      { account: employee.id, order_limit: orderLimit, period_limit: periodLimit, period: form.period },
      {
        onSuccess: () => {
          notify({ tone: 'ok', text: 'Данные сохранены', fadeMs: 3000 })
          onClose()
        },
      },
    )
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Лимиты: ${employee.name}`}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" busy={save.isPending} onClick={send}>
            Сохранить
          </Button>
        </>
      }
    >
      <form
        className="column"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {save.error && (
          <Note tone="bad" role="alert">
            {save.error.message}
          </Note>
        )}
        <TextField
          label="На один заказ, ₽"
          hint="Пусто – без лимита"
          inputMode="decimal"
          data-autofocus
          value={form.order}
          onChange={({ currentTarget }) => setForm({ ...form, order: currentTarget.value })}
          error={checked && orderLimit === undefined ? sumInRoublesNeeded : undefined}
        />
        <TextField
          label="На все заказы за период, ₽"
          hint="Пусто – без лимита"
          inputMode="decimal"
          value={form.ofPeriod}
          onChange={({ currentTarget }) => setForm({ ...form, ofPeriod: currentTarget.value })}
          error={checked && periodLimit === undefined ? sumInRoublesNeeded : undefined}
        />
        <SelectField
          label="Период"
          options={periods}
          value={form.period}
          onChange={({ currentTarget }) =>
            setForm({ ...form, period: limitPeriods.find((period) => period === currentTarget.value) ?? 'month' })
          }
        />
        {/* Enter in a field saves. */}
        <button type="submit" hidden aria-label="Сохранить лимиты" />
      </form>
    </Modal>
  )
}
