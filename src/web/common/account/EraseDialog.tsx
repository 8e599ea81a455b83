import type { FormEvent } from 'react'
import type { HeldData } from '#shared/api/account/personal-data.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { textOf } from '#web/ui/forms/form-text.ts'
import { useErasePersonalData } from './use-personal-data.ts'
import styles from './account.module.css'

/** Data that is erased or kept, and the password that confirms. */
export function EraseDialog({ storedData, onClose }: { storedData: readonly HeldData[]; onClose: () => void }) {
  const erase = useErasePersonalData()
  const keptData = storedData.filter(({ stays }) => stays !== '')
  const errors = fieldErrorsOf(erase.error)
  const form = 'erase-personal-data'

  function submit(event: FormEvent<HTMLFormElement>) {
    erase.mutate(textOf(event, 'password'), { onSuccess: () => location.assign('/') })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title="Удалить мои данные"
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={form} variant="danger" busy={erase.isPending}>
            Удалить навсегда
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={`${styles.setup} ${styles.fields}`}
        noValidate
        aria-label="Удаление данных"
        onSubmit={submit}
      >
        <p>Имя, телефон, почта, корзины, черновики и избранное будут стёрты, вход закроется. Вернуть их нельзя.</p>
        {keptData.length > 0 && (
          <div>
            <p>По закону останутся:</p>
            <ul className={styles.kept}>
              {keptData.map(({ title, count, stays }) => (
                <li key={title}>
                  <b>{title}</b>: {count} <span className="muted small">({stays})</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        <TextField
          label="Ваш пароль"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          error={errors.password ?? erase.error?.message}
        />
      </form>
    </Modal>
  )
}
