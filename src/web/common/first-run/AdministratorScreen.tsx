import { useRef, useState, type FormEvent } from 'react'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { NewPasswordField } from '#web/parts/passwords/NewPasswordField.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { focusFirst } from './focus.ts'
import { StepList } from './StepList.tsx'
import { stepHints } from './step-hints.ts'
import { useMakeAdministrator, useTokenCheck, type SignIn } from './use-setup.ts'
import styles from './first-run.module.css'

/** Page of the one-time setup address. */
export function AdministratorScreen({ token, signIn }: { token: string; signIn: SignIn }) {
  const check = useTokenCheck(token)
  if (check.data) {
    return (
      <div className={styles.columns}>
        <StepList current="administrator" done={new Set()} below={stepHints} />
        <AdministratorForm token={token} signIn={signIn} />
      </div>
    )
  }
  if (check.error === null) return null
  return isGone(check.error) ? <LinkExpired /> : <LoadError error={check.error} onRetry={() => void check.refetch()} />
}

export function LinkExpired() {
  return (
    <EmptyState
      title="Такой страницы нет"
      action={
        <a href="/" className={buttonClass()}>
          На главную
        </a>
      }
    >
      Адрес набран с ошибкой или больше не действует
    </EmptyState>
  )
}

function AdministratorForm({ token, signIn }: { token: string; signIn: SignIn }) {
  const make = useMakeAdministrator(token, signIn)
  const form = useRef<HTMLFormElement>(null)
  const [login, setLogin] = useState('')
  const errors = fieldErrorsOf(make.error)
  useFocusInvalid(form, make.error)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const textOf = (name: string) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }
    make.mutate({ name: textOf('name'), login: textOf('login').trim(), password: textOf('password') })
  }

  return (
    <Card title="Администратор">
      <CardBody>
        <form ref={form} className={`column ${styles.form}`} noValidate onSubmit={submit}>
          <p className="muted">
            Это ваша учётная запись: с ней вы закончите запуск и откроете первый договор. Сотрудников и следующих
            покупателей добавляют на сервере портала командой <code className="nowrap">npm run staff</code>.
          </p>
          {make.error && Object.keys(errors).length === 0 && (
            <Note tone="bad" role="alert">
              {isGone(make.error)
                ? 'Администратора уже создали, этот адрес больше не действует. Войдите с главной страницы'
                : make.error.message}
            </Note>
          )}
          <TextField
            label="Имя и фамилия"
            name="name"
            autoComplete="name"
            maxLength={120}
            error={errors.name}
            ref={focusFirst}
          />
          <TextField
            label="Электронная почта"
            name="login"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="username"
            maxLength={200}
            hint="По ней вы будете входить"
            error={errors.login}
            onBlur={({ currentTarget }) => setLogin(currentTarget.value.trim())}
          />
          <NewPasswordField label="Пароль" owner={{ login, staff: true }} error={errors.password} />
          <div className="row">
            <Button variant="primary" type="submit" busy={make.isPending}>
              Создать и войти
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}

function isGone(error: Error): boolean {
  return error instanceof CallError && error.status === 404
}
