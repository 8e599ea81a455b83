import { useState, type FormEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { focusFirst, textOf } from '#web/ui/forms/form-text.ts'
import type { useSignIn } from './use-session.ts'
import styles from './sign-in.module.css'

type CodeStepProps = {
  signIn: ReturnType<typeof useSignIn>
  credentials: { login: string; password: string }
  onBack: () => void
}

/** Second step of the sign-in: a code of the authenticator app, or a recovery code. */
export function CodeStep({ signIn, credentials, onBack }: CodeStepProps) {
  const [recovery, setRecovery] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    signIn.mutate({ ...credentials, code: textOf(event, 'code') })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Код для входа">
      <h1>Второй шаг</h1>
      <p className="small muted">
        {recovery
          ? 'Введите один из запасных кодов, которые вы сохранили. Каждый действует один раз.'
          : 'Введите шесть цифр, которые сейчас показывает приложение на телефоне.'}
      </p>
      <TextField
        key={String(recovery)}
        label={recovery ? 'Запасной код' : 'Код из приложения'}
        name="code"
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        required
        ref={focusFirst}
        error={signIn.error?.message}
      />
      <Button variant="primary" type="submit" wide busy={signIn.isPending}>
        Войти
      </Button>
      <Button wide onClick={() => setRecovery(!recovery)}>
        {recovery ? 'Ввести код из приложения' : 'Ввести запасной код'}
      </Button>
      <Button wide onClick={onBack}>
        Назад
      </Button>
      {recovery && <p className="small dim">Кодов не осталось? Второй фактор снимет администратор портала.</p>}
    </form>
  )
}
