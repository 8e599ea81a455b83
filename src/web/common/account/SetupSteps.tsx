import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { textOf } from '#web/ui/forms/form-text.ts'
import { CodeField } from './CodeField.tsx'
import { QrCode } from './QrCode.tsx'
import { useBeginSecondFactor, useConfirmSecondFactor } from './use-second-factor.ts'
import styles from './account.module.css'

type Outcome = { onDone: (codes: string[]) => void; onCancel?: (() => void) | undefined }

/** Sets up an authenticator app: password, QR code, first code of the app. */
export function SetupSteps({ onDone, onCancel }: Outcome) {
  const { mutate: begin, data, error, isPending } = useBeginSecondFactor()
  if (data) return <AppForm {...data} onDone={onDone} onCancel={onCancel} />
  return (
    <form
      className={styles.setup}
      onSubmit={(event) => begin(textOf(event, 'password'))}
      noValidate
      aria-label="Подключение второго фактора"
    >
      <TextField
        label="Пароль"
        hint="Введите пароль ещё раз: так второй фактор сможете подключить только вы"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        // The user has just opened this step; it has one field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={fieldErrorsOf(error).password ?? error?.message}
      />
      <div className="row">
        <Button type="submit" variant="primary" busy={isPending}>
          Продолжить
        </Button>
        {onCancel && <Button onClick={onCancel}>Отмена</Button>}
      </div>
    </form>
  )
}

function AppForm({ secret, uri, onDone, onCancel }: Outcome & { secret: string; uri: string }) {
  const confirm = useConfirmSecondFactor()
  return (
    <form
      className={styles.setup}
      onSubmit={(event) => confirm.mutate(textOf(event, 'code'), { onSuccess: onDone })}
      noValidate
      aria-label="Подключение второго фактора"
    >
      <ol className={styles.steps}>
        <li>
          Установите на телефон приложение с одноразовыми кодами: Яндекс Ключ, Google Authenticator, FreeOTP или другое.
        </li>
        <li>
          Отсканируйте в нём этот QR-код или введите ключ вручную.
          <div className={styles.secret}>
            <QrCode text={uri} label="QR-код для приложения" />
            <div>
              <span className="small muted">Ключ</span>
              <code className={styles.key}>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
            </div>
          </div>
        </li>
        <li>
          Введите шесть цифр, которые покажет приложение.
          <CodeField error={confirm.error?.message} />
        </li>
      </ol>
      <div className="row">
        <Button type="submit" variant="primary" busy={confirm.isPending}>
          Включить
        </Button>
        {onCancel && <Button onClick={onCancel}>Отмена</Button>}
      </div>
    </form>
  )
}
