import { useState, type FormEvent } from 'react'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { useSignIn } from './use-session.ts'
import styles from './sign-in.module.css'

const focusFirst = (field: HTMLInputElement | null) => field?.focus()

/** The guest's sign-in window, on every page [R.1]. */
export function SignInScreen({ onSignedIn }: { onSignedIn?: () => void }) {
  const signIn = useSignIn(onSignedIn)
  const [passed, setPassed] = useState<{ login: string; password: string }>()

  function submit(event: FormEvent<HTMLFormElement>) {
    const credentials = { login: textOf(event, 'login').trim(), password: textOf(event, 'password') }
    signIn.mutate(credentials, {
      onError: (error) => {
        if (!(error instanceof CallError) || error.code !== 'secondFactorNeeded') return
        setPassed(credentials)
        signIn.reset()
      },
    })
  }

  return (
    <div className={styles.screen}>
      <div className={styles.side}>
        <Logo inverted />
        <div>
          <p className={styles.promise}>Заказ из двухсот строк – за минуту, по ценам вашего договора</p>
          <p className={styles.more}>
            Остатки складов в реальном времени, поиск по артикулу и штрихкоду, количество прямо в таблице.
          </p>
        </div>
        <span />
      </div>
      <main className={styles.main}>
        {passed ? (
          <CodeStep
            signIn={signIn}
            credentials={passed}
            onBack={() => {
              setPassed(undefined)
              signIn.reset()
            }}
          />
        ) : (
          <form className={styles.form} onSubmit={submit} aria-label="Вход">
            <h1>Вход в кабинет</h1>
            <TextField
              label="Электронная почта"
              name="login"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              autoComplete="username"
              required
              ref={focusFirst}
            />
            <TextField
              label="Пароль"
              name="password"
              type="password"
              autoComplete="current-password"
              required
              error={signIn.error?.message}
            />
            <Button variant="primary" type="submit" wide busy={signIn.isPending}>
              Войти
            </Button>
            <p className="small dim">Доступ открывает ваш менеджер после заключения договора.</p>
          </form>
        )}
      </main>
    </div>
  )
}

type CodeStepProps = {
  signIn: ReturnType<typeof useSignIn>
  credentials: { login: string; password: string }
  onBack: () => void
}

/** After the password: the code of the authenticator app, or one of the recovery codes. */
function CodeStep({ signIn, credentials, onBack }: CodeStepProps) {
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

function textOf(event: FormEvent<HTMLFormElement>, name: string): string {
  event.preventDefault()
  const value = new FormData(event.currentTarget).get(name)
  return typeof value === 'string' ? value : ''
}
