import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { loadingText, type NotificationsList } from './lists.ts'
import { NotificationItem } from './NotificationItem.tsx'
import { useNewest, useReadUpTo } from './use-notifications.ts'
import styles from './notifications.module.css'

/** The newest notifications; shown ones are marked as read. */
export function NewestNotifications({ list, onLeave }: { list: NotificationsList; onLeave: () => void }) {
  const { data, error, refetch, isFetching } = useNewest()
  const now = useNow(30_000)
  const { mutate: readUpTo } = useReadUpTo()
  const newest = data?.items[0]?.id
  const hasUnread = !isFetching && data !== undefined && data.unread > 0
  useEffect(() => {
    if (hasUnread && newest !== undefined) readUpTo(newest)
  }, [hasUnread, newest, readUpTo])

  return (
    <>
      <div className={styles.head}>
        <h2>Уведомления</h2>
      </div>
      {data ? (
        data.items.length === 0 ? (
          <p className={styles.none}>Пока ничего не было. {loadingText[list]}</p>
        ) : (
          <ul className={styles.list}>
            {data.items.map((item) => (
              <NotificationItem key={item.id} item={item} now={now} onOpen={onLeave} />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.place}>
          <Skeleton width="60%" />
          <Skeleton width="90%" />
        </div>
      )}
      <Link to={list} className={styles.foot} onClick={onLeave}>
        Все уведомления
      </Link>
    </>
  )
}
