import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { resetSecondFactor, staffSignIns, type StaffSignIn } from '#shared/api/account/second-factor.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount, dateTime } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import styles from './staff-sign-ins.module.css'

export const staffSignInsKey = ['staff', 'sign-ins']
const sessionForms = ['сеанс', 'сеанса', 'сеансов'] as const
const roleNames: Record<StaffSignIn['role'], string> = { admin: 'администратор', sales: 'продажи', content: 'контент' }

/** Sign-in data of staff; the second factor of a lost device can be removed here. */
export function StaffSignInsCard({ ownId }: { ownId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: staffSignInsKey,
    queryFn: async ({ signal }) => (await call(staffSignIns, {}, { signal })).staff,
  })
  return (
    <Card title="Вход сотрудников">
      {data ? (
        <ul className={styles.staff} aria-label="Вход сотрудников">
          {data.map((colleague) => (
            <StaffRow key={colleague.id} colleague={colleague} own={colleague.id === ownId} />
          ))}
        </ul>
      ) : (
        <CardBody>
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={96} />}
        </CardBody>
      )}
    </Card>
  )
}

function StaffRow({ colleague, own }: { colleague: StaffSignIn; own: boolean }) {
  const { id, name, login, role, second_factor: secondFactor, sessions, last_used: lastUsed } = colleague
  const confirm = useConfirm()
  const notify = useNotify()
  const queries = useQueryClient()
  const reset = useMutation({
    mutationFn: () => call(resetSecondFactor, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: staffSignInsKey }),
  })

  async function confirmReset() {
    if (
      !(await confirm(
        `Снять второй фактор у сотрудника «${name}»? Его сеансы завершатся, а войти он сможет по одному паролю.`,
      ))
    )
      return
    reset.mutate(undefined, {
      onSuccess: () => notify({ tone: 'ok', text: `Второй фактор снят: ${name}`, fadeMs: 3000 }),
      onError: ({ message }) => notify({ tone: 'bad', title: 'Второй фактор не снят', text: message }),
    })
  }

  return (
    <li>
      <div className={styles.facts}>
        <span className={styles.name}>
          <b>{name}</b> <span className="muted">{roleNames[role]}</span>
          <Tag {...(secondFactor ? { tone: 'ok' } : {})}>
            {secondFactor ? 'второй фактор включён' : 'без второго фактора'}
          </Tag>
        </span>
        <span className="small muted">
          {login} ·{' '}
          {lastUsed === null
            ? 'сеансов нет'
            : `${withCount(sessions, sessionForms)}, последнее действие ${dateTime(lastUsed)}`}
        </span>
      </div>
      {secondFactor && !own && (
        <Button
          small
          variant="danger"
          busy={reset.isPending}
          aria-label={`Снять второй фактор: ${name}`}
          onClick={() => void confirmReset()}
        >
          Снять
        </Button>
      )}
    </li>
  )
}
