import type { FormEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { useSignIn } from './use-session.ts'
import styles from './sign-in.module.css'

/** The guest's window, on whatever page they came to [R.1]. */
export function SignInScreen({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn(onSignedIn)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    signIn.mutate({ login: String(form.get('login')).trim(), password: String(form.get('password')) })
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
          <TextField label="Электронная почта" name="login" type="email" autoComplete="username" required autoFocus />
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
