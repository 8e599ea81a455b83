import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { formRefusals } from '#shared/texts.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { textOf } from '#web/ui/forms/form-text.ts'
import { withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { CodeField } from './CodeField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetupSteps } from './SetupSteps.tsx'
import {
  secondFactorQuery,
  useRefreshSecondFactor,
  useRemoveSecondFactor,
  useRenewRecoveryCodes,
  asksForCode,
} from './use-second-factor.ts'
import styles from './account.module.css'

const codeForms = ['запасной код', 'запасных кода', 'запасных кодов'] as const

type Mode = { kind: 'nothing' | 'setup' | 'renew' | 'remove' } | { kind: 'codes'; codes: string[] }

/** Second factor of a member of staff: set up, renew recovery codes, switch off. */
export function SecondFactorCard() {
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const [mode, setMode] = useState<Mode>({ kind: 'nothing' })
  const refresh = useRefreshSecondFactor()
  const stop = () => setMode({ kind: 'nothing' })
  const showCodes = (codes: string[]) => {
    void refresh()
    setMode({ kind: 'codes', codes })
  }

  return (
    <Card
      title="Второй фактор"
      extra={data && <Tag {...(data.confirmed ? { tone: 'ok' } : {})}>{data.confirmed ? 'включён' : 'выключен'}</Tag>}
    >
      <CardBody>
        {!data &&
          (error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="60%" height={40} />)}
        {data && mode.kind === 'nothing' && (
          <div className={styles.setup}>
            <p className="muted small">
              {data.confirmed
                ? 'При входе после пароля портал спрашивает код из приложения на телефоне. Осталось: ' +
                  `${withCount(data.recovery_left, codeForms)}.`
                : `Одного украденного пароля для входа не хватит: ${asksForCode}.`}
            </p>
            <div className={styles.buttons}>
              {!data.confirmed && (
                <Button variant="primary" onClick={() => setMode({ kind: 'setup' })}>
                  Включить
                </Button>
              )}
              {data.confirmed && <Button onClick={() => setMode({ kind: 'renew' })}>Новые запасные коды</Button>}
              {data.confirmed && !data.demanded && (
                <Button variant="danger" onClick={() => setMode({ kind: 'remove' })}>
                  Отключить
                </Button>
              )}
            </div>
            {data.confirmed && data.demanded && <p className="muted small">{formRefusals.secondFactorDemanded}.</p>}
          </div>
        )}
        {mode.kind === 'setup' && <SetupSteps onDone={showCodes} onCancel={stop} />}
        {mode.kind === 'codes' && <RecoveryCodes codes={mode.codes} onDone={stop} />}
        {mode.kind === 'renew' && <RenewForm onDone={showCodes} onCancel={stop} />}
        {mode.kind === 'remove' && (
          <RemoveForm
            onDone={() => {
              void refresh()
              stop()
            }}
            onCancel={stop}
          />
        )}
      </CardBody>
    </Card>
  )
}

function RenewForm({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel: () => void }) {
  const renew = useRenewRecoveryCodes()
  return (
    <form
      className={styles.setup}
      noValidate
      aria-label="Новые запасные коды"
      onSubmit={(event) => renew.mutate(textOf(event, 'code'), { onSuccess: onDone })}
    >
      <p className="muted small">Прежние запасные коды перестанут действовать.</p>
      <CodeField error={renew.error?.message} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={renew.isPending}>
          Получить коды
        </Button>
        <Button onClick={onCancel}>Отмена</Button>
      </div>
    </form>
  )
}

function RemoveForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const notify = useNotify()
  const remove = useRemoveSecondFactor()
  const fields = fieldErrorsOf(remove.error)
  const ofPassword = fields.password ?? (codeOf(remove.error) === 'wrongPassword' ? remove.error?.message : undefined)
  const ofCode = fields.code ?? (ofPassword === undefined ? remove.error?.message : undefined)

  function submit(event: FormEvent<HTMLFormElement>) {
    const proof = { password: textOf(event, 'password'), code: textOf(event, 'code') }
    remove.mutate(proof, {
      onSuccess: () => {
        notify({ tone: 'ok', text: 'Второй фактор отключён', fadeMs: 3000 })
        onDone()
      },
    })
  }

  return (
    <form className={styles.setup} noValidate aria-label="Отключение второго фактора" onSubmit={submit}>
      <TextField
        label="Пароль"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={ofPassword}
      />
      <CodeField label="Код из приложения или запасной код" error={ofCode} />
      <div className={styles.buttons}>
        <Button type="submit" variant="danger" busy={remove.isPending}>
          Отключить
        </Button>
        <Button onClick={onCancel}>Отмена</Button>
      </div>
    </form>
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
