import { useEffect, useRef, type FormEvent } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { CodeField } from './CodeField.tsx'
import { QrCode } from './QrCode.tsx'
import { useBeginSecondFactor, useConfirmSecondFactor } from './use-second-factor.ts'
import styles from './account.module.css'

/** Ties an authenticator app to the account: the QR code, then a first code of the app. */
export function SetupSteps({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel?: () => void }) {
  const { mutate: begin, data, error } = useBeginSecondFactor()
  const confirm = useConfirmSecondFactor()
  const begun = useRef(false)

  // Once: a second secret would take the first one's place behind the QR code that is shown.
  useEffect(() => {
    if (!begun.current) begin()
    begun.current = true
  }, [begin])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = new FormData(event.currentTarget).get('code')
    confirm.mutate(typeof code === 'string' ? code : '', { onSuccess: onDone })
  }

  if (error) return <LoadError error={error} onRetry={() => begin()} />
  return (
    <form className={styles.setup} onSubmit={submit} noValidate aria-label="Подключение второго фактора">
      <ol className={styles.steps}>
        <li>
          Установите на телефон приложение с одноразовыми кодами: Яндекс Ключ, Google Authenticator, FreeOTP или другое.
        </li>
        <li>
          Отсканируйте в нём этот QR-код или введите ключ вручную.
          {data ? (
            <div className={styles.secret}>
              <QrCode text={data.uri} label="QR-код для приложения" />
              <div>
                <span className="small muted">Ключ</span>
                <code className={styles.key}>{data.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
              </div>
            </div>
          ) : (
            <Skeleton width={180} height={180} />
          )}
        </li>
        <li>
          Введите шесть цифр, которые покажет приложение.
          <CodeField error={confirm.error?.message} />
        </li>
      </ol>
      <div className="row">
        <Button type="submit" look="primary" busy={confirm.isPending} disabled={data === undefined}>
          Включить
        </Button>
        {onCancel && <Button onClick={onCancel}>Отмена</Button>}
      </div>
    </form>
  )
}
