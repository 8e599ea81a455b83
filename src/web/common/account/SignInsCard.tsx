import { useInfiniteQuery } from '@tanstack/react-query'
import type { OwnSignIn } from '#shared/api/account/sessions.ts'
import { originText, originTone } from '#web/parts/sign-ins/origin-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { ownSignInsQuery } from './use-sign-ins.ts'
import styles from './account.module.css'

const titles: Record<OwnSignIn['kind'], string> = {
  entered: 'Вход',
  refused: 'Во входе отказано',
  resetAsked: 'Запрошена ссылка на новый пароль',
  passwordChanged: 'Пароль изменён',
}

/** Sign-in history of this login. */
export function SignInsCard() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(ownSignInsQuery)
  const items = data?.pages.flatMap((page) => page.items)
  return (
    <Card title="История входов">
      {items === undefined ? (
        <CardBody>
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={96} />}
        </CardBody>
      ) : items.length === 0 ? (
        <CardBody>
          <p className="muted">Входов ещё не записано.</p>
        </CardBody>
      ) : (
        <ul className={styles.sessions} aria-label="История входов">
          {items.map((item) => (
            <SignInRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <CardBody>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Показать ещё
          </Button>
        </CardBody>
      )}
    </Card>
  )
}

function SignInRow({ item }: { item: OwnSignIn }) {
  const { at, kind, reason, address } = item
  const where = [item.device && originText(item), address && `адрес ${address}`].filter(Boolean).join(', ')
  return (
    <li>
      <div className={styles.facts}>
        <span>
          <b className={kind === 'refused' ? 'bad' : undefined}>{titles[kind]}</b>
          {reason !== '' && `: ${reason}`}
        </span>
        {where !== '' && <span className={`small ${originTone(item)}`}>{where}</span>}
      </div>
      <time className="small muted nowrap" dateTime={at}>
        {dateTime(at)}
      </time>
    </li>
  )
}
