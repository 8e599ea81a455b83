import type { Setup } from '#shared/api/account/setup.ts'
import { Button } from '#web/ui/Button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { CopyField } from './CopyField.tsx'
import { focusFirst } from './focus.ts'
import { useMakeExchangeAccount } from './use-setup.ts'
import styles from './first-run.module.css'
import { shownOnce } from './step-hints.ts'

/** Values to paste into 1C. The password is shown once, when it is generated. */
export function ExchangeStep({ setup: { exchange_address: address, exchange_account: account } }: { setup: Setup }) {
  const make = useMakeExchangeAccount()
  const password = make.data?.account.password ?? undefined
  return (
    <Card title="Что вставить в 1С">
      <CardBody>
        <div className="column">
          {make.error && (
            <Note tone="bad" role="alert">
              {make.error.message}
            </Note>
          )}
          {account === null ? (
            <>
              <p className="muted">
                1С заходит на портал под своим именем и паролем. Портал придумает пароль и покажет его один раз.
              </p>
              <div className="row">
                <Button variant="primary" busy={make.isPending} ref={focusFirst} onClick={() => make.mutate(false)}>
                  Создать вход для 1С
                </Button>
              </div>
            </>
          ) : (
            <>
              <p className="small dim">В 1С: НСИ и администрирование → Синхронизация данных → Обмен с сайтом</p>
              <CopyField
                label="Адрес сайта"
                value={address}
                copied="Адрес скопирован"
                focused={password !== undefined}
              />
              <div className={styles.logins}>
                <CopyField label="Пользователь" value={account.login} copied="Имя пользователя скопировано" />
                {password === undefined ? (
                  <LostPassword busy={make.isPending} onRenew={() => make.mutate(true)} />
                ) : (
                  <CopyField key={password} label="Пароль" value={password} copied="Пароль скопирован" />
                )}
              </div>
              {password !== undefined && <p className="small dim">{shownOnce}: вставьте его в 1С сейчас.</p>}
              <SignIns account={account} />
            </>
          )}
        </div>
      </CardBody>
    </Card>
  )
}

function LostPassword({ busy, onRenew }: { busy: boolean; onRenew: () => void }) {
  return (
    <div className={styles.copy}>
      <span className="small muted">Пароль</span>
      <div>
        <span className="small dim grow">Уже показан</span>
        <Button small busy={busy} onClick={onRenew}>
          Новый пароль
        </Button>
      </div>
    </div>
  )
}

function SignIns({
  account: { last_sign_in: lastSignIn, refused_sign_ins: refused },
}: {
  account: NonNullable<Setup['exchange_account']>
}) {
  return (
    <div role="status" className="column">
      {lastSignIn !== null && (
        <span className="row small">
          <Icon name="check" className="ok" />
          1С вошла {dateTime(lastSignIn)}
        </span>
      )}
      {refused > 0 && (
        <Note tone="warn">
          1С пробовала войти, но имя или пароль не подошли. Скопируйте их в 1С ещё раз, без пробелов по краям.
        </Note>
      )}
    </div>
  )
}
