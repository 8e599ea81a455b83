import { useState, type FormEvent } from 'react'
import type { StaffParameter } from '#shared/api/staff/parameters.ts'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { useSaveParameter } from './use-parameters.ts'
import styles from './parameters.module.css'

/** Name and unit of a parameter as shown to buyers. */
export function ParameterDialog({ parameter, onClose }: { parameter: StaffParameter; onClose: () => void }) {
  const { id, exchange_header: exchangeHeader } = parameter
  const save = useSaveParameter()
  const [header, setHeader] = useState(parameter.header)
  const [unit, setUnit] = useState(parameter.unit)
  const fields = save.error instanceof CallError ? fieldErrorsOf(save.error) : {}
  const changed = header.trim() !== parameter.header || unit.trim() !== parameter.unit
  const shown = [header.trim() || exchangeHeader, unit.trim()].filter(Boolean).join(', ')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!changed) return onClose()
    save.mutate({ id, header, unit }, { onSuccess: onClose })
  }

  function asIn1C() {
    setHeader(exchangeHeader)
    setUnit('')
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Имя параметра"
      footer={
        <>
          <Button onClick={onClose}>Отменить</Button>
          <Button type="submit" form="parameter" variant="primary" busy={save.isPending}>
            Сохранить
          </Button>
        </>
      }
    >
      <form id="parameter" className="column" onSubmit={submit}>
        <div className={styles.fields}>
          <TextField
            label="Имя на портале"
            error={fields.header ?? (save.error && !fields.unit ? save.error.message : undefined)}
            maxLength={100}
            value={header}
            onChange={({ currentTarget }) => setHeader(currentTarget.value)}
            data-autofocus
          />
          <TextField
            label="Единица"
            error={fields.unit}
            maxLength={20}
            value={unit}
            onChange={({ currentTarget }) => setUnit(currentTarget.value)}
          />
        </div>
        <p>
          Покупатель прочтёт: <b>{shown}</b>
        </p>
        <p className="small dim">
          В 1С: «{exchangeHeader}».{' '}
          {(header.trim() !== exchangeHeader || unit.trim() !== '') && (
            <Button small variant="plain" onClick={asIn1C}>
              Вернуть как в 1С
            </Button>
          )}
        </p>
      </form>
    </Modal>
  )
}
