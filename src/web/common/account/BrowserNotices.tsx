import { useQuery } from '@tanstack/react-query'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { CardBody } from '#web/ui/page/Page.tsx'
import { browsersQuery, useSwitchBrowser } from './use-web-push.ts'
import { abilityOf, type Ability } from './web-push.ts'
import styles from './account.module.css'

const texts: Record<Ability, string> = {
  able: 'Новое появится на экране, даже если портал закрыт, пока вы не выйдете из него в этом браузере.',
  denied:
    'Браузер запретил порталу уведомления. Разрешите их для этого сайта в настройках браузера и обновите страницу.',
  insecure: 'Браузер показывает уведомления только сайтов с защищённым адресом (https), а портал открыт без него.',
  unable: 'Этот браузер не умеет показывать уведомления закрытого сайта: откройте портал в другом.',
}

/** Whether this browser shows notices by itself; where it cannot, why. */
export function BrowserNotices() {
  const { data } = useQuery(browsersQuery)
  if (!data || data.key === '') return null
  const ability = abilityOf()
  return (
    <CardBody>
      <div className={styles.setup}>
        {ability === 'able' ? <BrowserSwitch portalKey={data.key} on={data.here} /> : <b>Уведомления в браузере</b>}
        <p className="muted small">{texts[ability]}</p>
      </div>
    </CardBody>
  )
}

/** Errors of the browser itself, where its push service has not answered. */
const serviceErrors = ['AbortError', 'NotAllowedError']

function BrowserSwitch({ portalKey, on }: { portalKey: string; on: boolean }) {
  const change = useSwitchBrowser()
  const notify = useNotify()
  const warn = (text: string) => notify({ tone: 'bad', title: 'Уведомления в браузере не включены', text })
  const switchTo = (next: boolean) =>
    change.mutate(
      { on: next, key: portalKey },
      {
        onSuccess: (allowed) => {
          if (!allowed) warn(abilityOf() === 'denied' ? texts.denied : 'Включите их ещё раз: браузер снова спросит.')
        },
        onError: ({ name, message }) =>
          warn(
            serviceErrors.includes(name)
              ? 'Служба уведомлений браузера не ответила: проверьте сеть и попробуйте ещё раз.'
              : message,
          ),
      },
    )
  const label = 'Уведомления в этом браузере'
  return (
    <Switch
      label={label}
      text={label}
      checked={change.isPending ? change.variables.on : on}
      onChange={(next) => {
        if (!change.isPending) switchTo(next)
      }}
    />
  )
}
