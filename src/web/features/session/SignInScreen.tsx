import type { FormEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { useSignIn } from './use-session.ts'
import styles from './sign-in.module.css'

const focusFirst = (field: HTMLInputElement | null) => field?.focus()

/** The guest's window, on whatever page they came to [R.1]. */
export function SignInScreen({ onSignedIn }: { onSignedIn?: () => void }) {
  const signIn = useSignIn(onSignedIn)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const textOf = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    signIn.mutate({ login: textOf('login').trim(), password: textOf('password') })
  }

  return (
    <div className={styles.screen}>
      <div className={styles.side}>
        <Logo inverted />
        <div>
          <p className={styles.promise}>Заказ из двухсот строк – за минуту, по ценам вашего договора</p>
          <p className={styles.more}>Остатки складов в реальном времени, поиск по артикулу и штрихкоду, количество прямо в таблице.</p>
        </div>
        <span />
      </div>
      <main className={styles.main}>
        <form className={styles.form} onSubmit={submit} aria-label="Вход">
          <h1>Вход в кабинет</h1>
          <TextField label="Электронная почта" name="login" inputMode="email" autoCapitalize="none" spellCheck={false} autoComplete="username" required ref={focusFirst} />
          <TextField
            label="Пароль"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={signIn.error?.message}
          />
          <Button look="primary" type="submit" wide busy={signIn.isPending}>
            Войти
          </Button>
          <p className="small dim">Доступ открывает ваш менеджер после заключения договора.</p>
        </form>
      </main>
    </div>
  )
}
