import { lazy, Suspense, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { focusFirst, textOf } from '#web/ui/forms/form-text.ts'
import { Note } from '#web/ui/Note.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { useSignIn } from './use-session.ts'
import { clearDemoCookie, hasDemoCookie } from './visitors/demo-cookie.ts'
import styles from './sign-in.module.css'

const CodeStep = lazy(() => import('./CodeStep.tsx').then((module) => ({ default: module.CodeStep })))
const ReminderStep = lazy(() => import('./ReminderStep.tsx').then((module) => ({ default: module.ReminderStep })))

const RegistrationWindow = lazy(() =>
  import('./registration/RegistrationWindow.tsx').then((module) => ({ default: module.RegistrationWindow })),
)

const DemoEntry = lazy(() => import('./visitors/DemoEntry.tsx').then((module) => ({ default: module.DemoEntry })))

/** Address linked by partners and e-mails: the registration window opens at once. */
const registrationAddress = /^\/registration\/?$/i

type SignInScreenProps = {
  onSignedIn?: () => void
  /** Initial value. */
  login?: string
  /** Message about a preceding action, such as a new password. */
  note?: string
  /** Other ways in, below the form. */
  below?: ReactNode
}

/** The sign-in form of guests, at every address [R.1]. */
export function SignInScreen({ onSignedIn, login = '', note, below }: SignInScreenProps) {
  const signIn = useSignIn(onSignedIn)
  const [passed, setPassed] = useState<{ login: string; password: string }>()
  const [reminding, setReminding] = useState<string>()
  const [registering, setRegistering] = useState(() => registrationAddress.test(location.pathname))
  const [isVisitor, setVisitor] = useState(() => hasDemoCookie())
  const form = useRef<HTMLFormElement>(null)

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

  function goToReminder() {
    const typed = form.current && new FormData(form.current).get('login')
    setReminding(typeof typed === 'string' ? typed.trim() : '')
  }

  /** The dialog opens once; its address opens it again. */
  function leaveDemo() {
    clearDemoCookie()
    setVisitor(false)
  }

  function leaveRegistration() {
    setRegistering(false)
    // This address is not a page of a signed-in user.
    if (registrationAddress.test(location.pathname)) history.replaceState(history.state, '', '/')
  }

  if (passed)
    return (
      <AuthFrame>
        <Suspense>
          <CodeStep
            signIn={signIn}
            credentials={passed}
            onBack={() => {
              setPassed(undefined)
              signIn.reset()
            }}
          />
        </Suspense>
      </AuthFrame>
    )
  if (reminding !== undefined)
    return (
      <AuthFrame>
        <Suspense>
          <ReminderStep login={reminding} onBack={() => setReminding(undefined)} />
        </Suspense>
      </AuthFrame>
    )
  return (
    <AuthFrame>
      <div className={styles.form}>
        <form className={styles.fields} onSubmit={submit} aria-label="Вход" ref={form}>
          <h1>Вход в кабинет</h1>
          {note !== undefined && (
            <Note tone="ok" role="status">
              {note}
            </Note>
          )}
          <TextField
            label="Электронная почта"
            name="login"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="username"
            required
            defaultValue={login}
            ref={login === '' ? focusFirst : undefined}
          />
          <TextField
            label="Пароль"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={signIn.error?.message}
            ref={login === '' ? undefined : focusFirst}
          />
          <Button variant="primary" type="submit" wide busy={signIn.isPending}>
            Войти
          </Button>
        </form>
        <div className={styles.ways}>
          <button type="button" className={styles.link} onClick={goToReminder}>
            Забыли пароль?
          </button>
          <button type="button" className={styles.link} onClick={() => setRegistering(true)}>
            Регистрация
          </button>
        </div>
        {below}
        <nav className={`${styles.texts} small`} aria-label="Документы">
          <a href="/policy">Политика обработки персональных данных</a>
          <a href="/offer">Условия оферты</a>
        </nav>
      </div>
      {isVisitor && !registering && (
        <Suspense>
          <DemoEntry
            onClose={leaveDemo}
            onRegister={() => {
              leaveDemo()
              setRegistering(true)
            }}
          />
        </Suspense>
      )}
      {registering && (
        <Suspense>
          <RegistrationWindow onBack={leaveRegistration} />
        </Suspense>
      )}
    </AuthFrame>
  )
}
