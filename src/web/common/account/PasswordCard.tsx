import { useState, type FormEvent } from 'react'
import { fieldErrorsOf } from '#web/api/client.ts'
import { NewPasswordField } from '#web/parts/passwords/NewPasswordField.tsx'
import type { PasswordOwner } from '#web/parts/passwords/use-password-check.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { textOf } from '#web/ui/forms/form-text.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { useChangePassword } from './use-password.ts'
import styles from './account.module.css'

/** Changes one's own password, given the current one; other sessions end. */
export function PasswordCard({ owner }: { owner: PasswordOwner }) {
  const [open, setOpen] = useState(false)
  return (
    <Card title="Пароль" extra={!open && <Button onClick={() => setOpen(true)}>Изменить</Button>}>
      {open && (
        <CardBody>
          <PasswordForm owner={owner} onClose={() => setOpen(false)} />
        </CardBody>
      )}
    </Card>
  )
}

function PasswordForm({ owner, onClose }: { owner: PasswordOwner; onClose: () => void }) {
  const notify = useNotify()
  const change = useChangePassword()
  const [differs, setDiffers] = useState(false)
  const errors = fieldErrorsOf(change.error)
  const general = Object.keys(errors).length === 0 ? change.error?.message : undefined

  function submit(event: FormEvent<HTMLFormElement>) {
    const input = { current: textOf(event, 'current'), password: textOf(event, 'password') }
    const same = input.password === textOf(event, 'again')
    setDiffers(!same)
    if (!same) return
    change.mutate(input, {
      onSuccess: () => {
        notify({ tone: 'ok', text: 'Пароль изменён, остальные сеансы завершены', fadeMs: 3000 })
        onClose()
      },
    })
  }

  return (
    <form className={`${styles.setup} ${styles.fields}`} noValidate aria-label="Смена пароля" onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={owner.login} />
      <TextField
        label="Текущий пароль"
        name="current"
        type="password"
        autoComplete="current-password"
        maxLength={200}
        // The user has just opened this form.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={errors.current ?? general}
      />
      <NewPasswordField label="Новый пароль" owner={owner} error={errors.password} />
      <TextField
        label="Новый пароль ещё раз"
        name="again"
        type="password"
        autoComplete="new-password"
        maxLength={200}
        error={differs ? 'Пароли не совпадают' : undefined}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={change.isPending}>
          Изменить пароль
        </Button>
        <Button onClick={onClose}>Отмена</Button>
      </div>
    </form>
  )
}
