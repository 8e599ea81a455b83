import { useState, type FormEvent } from 'react'
import type { DraftDetails, DraftSchedule } from '#shared/api/drafts.ts'
import { maxScheduleDays } from '#shared/constants.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/forms/DateField.tsx'
import { Field, SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useDraftCalls } from './use-drafts.ts'
import styles from './schedule.module.css'

const usualDays = 14
const tasks = [
  { value: 'remind', label: 'Напомнить о заказе' },
  { value: 'prepare', label: 'Подготовить черновик по ценам того дня' },
]

/** Schedule of a draft: interval, task and first date. */
export function ScheduleDialog({ draft, onClose }: { draft: DraftDetails; onClose: () => void }) {
  const { schedule } = useDraftCalls(draft.id)
  const [days, setDays] = useState(String(draft.schedule?.days ?? usualDays))
  const [task, setTask] = useState<DraftSchedule['task']>(draft.schedule?.task ?? 'remind')
  const [next, setNext] = useState(draft.schedule?.next)
  const [today] = useState(() => dayOf(new Date()))
  const [error, setError] = useState<string>()
  const fields = schedule.error instanceof CallError ? schedule.error.body.fields : undefined
  const usual = isDays(days) ? formatDay(addDays(today, Number(days))) : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isDays(days)) return setError(`Целое число дней от 1 до ${maxScheduleDays}`)
    schedule.mutate({ days: Number(days), task, next: next ?? null }, { onSuccess: onClose })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={440}
      title="Повторять по расписанию"
      footer={
        <>
          {draft.schedule && (
            <Button
              variant="danger"
              busy={schedule.isPending}
              onClick={() => schedule.mutate({ days: 0 }, { onSuccess: onClose })}
            >
              Не повторять
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" type="submit" form="draft-schedule" busy={schedule.isPending}>
            Сохранить
          </Button>
        </>
      }
    >
      <form id="draft-schedule" className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="Раз в сколько дней"
          inputMode="numeric"
          data-autofocus
          value={days}
          error={error ?? fields?.days}
          onChange={({ currentTarget }) => {
            setDays(currentTarget.value.replace(/\D/g, '').slice(0, 3))
            setError(undefined)
            schedule.reset()
          }}
        />
        <SelectField
          label="Что сделать"
          options={tasks}
          value={task}
          onChange={({ currentTarget }) => setTask(currentTarget.value === 'prepare' ? 'prepare' : 'remind')}
        />
        <Field
          label="Следующий раз"
          hint={next === undefined && usual !== undefined ? `Без даты – ${usual}` : undefined}
          error={fields?.next}
        >
          {() => (
            <DateField label="Следующий раз" value={next} invalid={fields?.next !== undefined} onChange={setNext} />
          )}
        </Field>
        <p className="small dim">Сообщим уведомлением на портале и письмом, с 8 до 21 часа по московскому времени</p>
        {schedule.error && fields === undefined && (
          <Note tone="bad" role="alert">
            {schedule.error.message}
          </Note>
        )}
      </form>
    </Modal>
  )
}

function isDays(text: string): boolean {
  const days = Number(text)
  return text !== '' && days >= 1 && days <= maxScheduleDays
}
