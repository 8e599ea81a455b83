import type { FormEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { focusFirst, textOf } from '#web/ui/forms/form-text.ts'
import { Note } from '#web/ui/Note.tsx'
import { useReminder } from './use-passwords.ts'
import styles from './sign-in.module.css'

/** 'Забыли пароль?': mails the login and a link to set a new password [A.3]. */
export function ReminderStep({ login, onBack }: { login: string; onBack: () => void }) {
  const remind = useReminder()

  function submit(event: FormEvent<HTMLFormElement>) {
    remind.mutate(textOf(event, 'email'))
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Напоминание пароля">
      <h1>Забыли пароль?</h1>
      {remind.data ? (
        <Note tone="ok" role="status">
          {remind.data.message}. Ссылка из письма действует 30 минут.
        </Note>
      ) : (
        <>
          <p className="small muted">Пришлём логин и ссылку, по которой задают новый пароль.</p>
          <TextField
            label="Электронная почта"
            name="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="username"
            maxLength={200}
            defaultValue={login}
            ref={focusFirst}
            error={remind.error?.message}
          />
          <Button variant="primary" type="submit" wide busy={remind.isPending}>
            Прислать ссылку
          </Button>
        </>
      )}
      <Button wide onClick={onBack}>
        Вернуться ко входу
      </Button>
    </form>
  )
}
