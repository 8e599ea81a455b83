import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { linkGone } from '#shared/texts.ts'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { NewPasswordField } from '#web/parts/passwords/NewPasswordField.tsx'
import type { PasswordOwner } from '#web/parts/passwords/use-password-check.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { focusFirst, textOf } from '#web/ui/forms/form-text.ts'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { resetQuery, useReset } from './use-passwords.ts'
import { meQuery } from './use-session.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './sign-in.module.css'

const SignInScreen = lazy(() => import('./SignInScreen.tsx').then((module) => ({ default: module.SignInScreen })))

/** Page of a mailed link: sets a new password and signs in with it. */
export function ResetScreen({ token, onSignedIn }: { token: string; onSignedIn: () => void }) {
  const [done, setDone] = useState<string>()
  const { data: owner, error, refetch } = useQuery(resetQuery(token))
  if (done !== undefined)
    return (
      <Suspense>
        <SignInScreen login={done} note="Пароль изменён. Войдите с новым." onSignedIn={onSignedIn} />
      </Suspense>
    )
  const isExpired = error instanceof CallError && error.status === 404
  return (
    <AuthFrame>
      <PageTitle>Новый пароль</PageTitle>
      {owner !== undefined && <ResetForm token={token} owner={owner} onDone={setDone} />}
      {owner === undefined && error === null && <Skeleton width={320} height={200} />}
      {owner === undefined && error !== null && !isExpired && (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
      {owner === undefined && isExpired && (
        <EmptyState
          title={linkGone}
          action={
            <a href="/" className={buttonClass()}>
              На главную
            </a>
          }
        >
          Ссылка действует один раз: из письма о пароле – 30 минут, из приглашения – 7 дней. Новую пришлём из окна
          входа, «Забыли пароль?», а новое приглашение – владелец вашей организации
        </EmptyState>
      )}
    </AuthFrame>
  )
}

type FormProps = { token: string; owner: PasswordOwner; onDone: (login: string) => void }

function ResetForm({ token, owner, onDone }: FormProps) {
  const { login } = owner
  const queries = useQueryClient()
  const reset = useReset(token)
  const [differs, setDiffers] = useState(false)

  function submit(event: FormEvent<HTMLFormElement>) {
    const password = textOf(event, 'password')
    const same = password === textOf(event, 'again')
    setDiffers(!same)
    if (!same) return
    reset.mutate(password, {
      onSuccess: () => {
        // The reset has ended every session, including one of this browser.
        queries.setQueryData(meQuery.queryKey, null)
        onDone(login)
      },
    })
  }

  const ofPassword = fieldErrorsOf(reset.error).password ?? reset.error?.message
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Новый пароль">
      <h1>Новый пароль</h1>
      <p className="small muted">Для входа с почтой {login}. На всех устройствах придётся войти заново.</p>
      {/* Password managers store the new password under this login. */}
      <input type="hidden" name="username" autoComplete="username" value={login} />
      <NewPasswordField label="Пароль" owner={owner} ref={focusFirst} error={ofPassword} />
      <TextField
        label="Ещё раз"
        name="again"
        type="password"
        autoComplete="new-password"
        maxLength={200}
        error={differs ? 'Пароли не совпадают' : undefined}
      />
      <Button variant="primary" type="submit" wide busy={reset.isPending}>
        Сохранить
      </Button>
    </form>
  )
}
