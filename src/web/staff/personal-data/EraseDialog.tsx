import { useId, useState, type FormEvent } from 'react'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useErasePerson, type PersonRef, type StoredData } from './use-personal-data.ts'
import styles from './personal-data.module.css'

type EraseProps = { person: PersonRef; data: StoredData; onClose: () => void }

/** Lists data that is erased and data kept by law; the administrator confirms with their own password. */
export function EraseDialog({ person, data, onClose }: EraseProps) {
  const id = useId()
  const notify = useNotify()
  const erase = useErasePerson(person)
  const [password, setPassword] = useState('')
  const keptData = data.held.filter(({ stays }) => stays !== '')
  const errors = fieldErrorsOf(erase.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    erase.mutate(password, {
      onSuccess: () => {
        notify({ tone: 'ok', text: 'account' in person ? 'Данные стёрты, вход закрыт' : 'Данные стёрты' })
        onClose()
      },
    })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Стереть данные: ${data.name}`}
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
        {'account' in person ? (
          <p>
            {data.login} больше не войдёт. Имя, телефон, почта, черновики, избранное и переписка исчезнут без возврата.
          </p>
        ) : (
          <p>
            Имя, телефон, почта и переписка исчезнут без возврата.
            {person.guest.kind === 'request' && ' Открытая заявка на регистрацию закроется отказом.'}
          </p>
        )}
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
