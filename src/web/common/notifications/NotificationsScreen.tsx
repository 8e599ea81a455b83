import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paginationCells } from '#shared/constants.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { Pager } from '#web/ui/tables/Pager.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { loadingText, type NotificationsList } from './lists.ts'
import { NotificationItem } from './NotificationItem.tsx'
import { useNewest, useNotifications, useReadUpTo } from './use-notifications.ts'
import styles from './notifications.module.css'

/** All notifications of the account, newest first; shown ones are marked as read. */
export function NotificationsScreen({ list, page }: { list: NotificationsList; page: number }) {
  const { data, error, refetch, isPlaceholderData } = useNotifications(page)
  const now = useNow(30_000)
  const phone = usePhone()
  useReadAll(page === 1 ? data?.items[0]?.id : undefined)

  return (
    <Page
      title="Уведомления"
      actions={
        <Link to="/account" hash="notifications" className={buttonClass()}>
          <Icon name="settings" />О чём сообщать
        </Link>
      }
    >
      {data ? (
        <>
          {data.items.length === 0 ? (
            <EmptyState title={page === 1 ? 'Уведомлений пока нет' : 'На этой странице уведомлений нет'}>
              {loadingText[list]}
            </EmptyState>
          ) : (
            <section
              className={`${styles.frame} ${isPlaceholderData ? styles.refreshing : ''}`}
              aria-label="Список уведомлений"
              aria-busy={isPlaceholderData}
            >
              <ul className={styles.list}>
                {data.items.map((item) => (
                  <NotificationItem key={item.id} item={item} now={now} />
                ))}
              </ul>
            </section>
          )}
          <div className={styles.pages}>
            <Pager
              page={page}
              pages={data.pagination.pages}
              max={phone ? paginationCells.min : undefined}
              link={({ page: other, label, current, children }) => (
                <Link
                  to={list}
                  search={other === 1 ? {} : { page: other }}
                  aria-label={label}
                  aria-current={current ? 'page' : undefined}
                  activeProps={{}}
                >
                  {children}
                </Link>
              )}
            />
          </div>
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <section className={styles.frame} aria-busy="true">
          <div className={styles.place}>
            <Skeleton width="40%" />
            <Skeleton width="70%" />
            <Skeleton width="60%" />
          </div>
        </section>
      )}
    </Page>
  )
}

/** The unread count is cleared once the first page has been shown. */
function useReadAll(newest: number | undefined): void {
  const unread = useNewest().data?.unread ?? 0
  const { mutate: readUpTo } = useReadUpTo()
  const hasUnread = unread > 0
  useEffect(() => {
    if (hasUnread && newest !== undefined) readUpTo(newest)
  }, [hasUnread, newest, readUpTo])
}
