import { useId, useState, type FormEvent } from 'react'
import type { HeldData } from '#shared/api/account/personal-data.ts'
import type { DataPerson } from '#shared/api/account/people-data.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useErasePerson } from './use-personal-data.ts'
import styles from './personal-data.module.css'

type EraseProps = { person: DataPerson; storedData: readonly HeldData[]; onClose: () => void }

/** Lists data that is erased and data kept by law; the administrator confirms with their own password. */
export function EraseDialog({ person, storedData, onClose }: EraseProps) {
  const id = useId()
  const notify = useNotify()
  const erase = useErasePerson(person.id)
  const [password, setPassword] = useState('')
  const keptData = storedData.filter(({ stays }) => stays !== '')
  const errors = fieldErrorsOf(erase.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    erase.mutate(password, {
      onSuccess: () => {
        notify({ tone: 'ok', text: 'Данные стёрты, вход закрыт' })
        onClose()
      },
    })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Стереть данные: ${person.name || person.login}`}
      footer={
        <>
          <span className="grow" />
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={id} variant="danger" busy={erase.isPending}>
            Стереть навсегда
          </Button>
        </>
      }
    >
      <form id={id} className="column" noValidate onSubmit={submit}>
        <p>
          {person.login} больше не войдёт. Имя, телефон, почта, черновики, избранное и переписка исчезнут без возврата.
        </p>
        {keptData.length > 0 && (
          <div>
            <p>Закон велит оставить – сообщите это человеку:</p>
            <ul className={styles.kept}>
              {keptData.map(({ title, count, stays }) => (
                <li key={title}>
                  <b className="bold">{title}</b>: {count} <span className="muted small">({stays})</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        <TextField
          label="Пароль администратора"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          data-autofocus
          value={password}
          error={errors.password ?? erase.error?.message}
          onChange={({ currentTarget }) => {
            erase.reset()
            setPassword(currentTarget.value)
          }}
        />
      </form>
    </Modal>
  )
}
