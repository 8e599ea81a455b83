import type { Notification } from '#shared/api/notifications.ts'
import { AddressLink } from '#web/ui/AddressLink.tsx'
import { timeAgo, dateTime } from '#web/ui/format.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import styles from './notifications.module.css'

type ItemProps = { item: Notification; now: Date; onOpen?: () => void }

const icons: Record<string, IconName> = {
  arrival: 'truck',
  need: 'clock',
  priceRequest: 'document',
  order: 'orders',
  approval: 'check',
  debt: 'rouble',
  document: 'document',
  act: 'compare',
  claim: 'warning',
  chat: 'chat',
  draft: 'copy',
  registration: 'user',
}

/** A notification with its time and link; new ones are also marked by text. */
export function NotificationItem({ item, now, onOpen }: ItemProps) {
  const { kind, title, text, link, created_at, read } = item
  return (
    <li className={styles.item} data-new={!read || undefined}>
      <Icon name={icons[kind] ?? 'info'} />
      <div className={styles.words}>
        <div className={styles.title}>
          {link === '' ? (
            <span className={styles.link}>{title}</span>
          ) : (
            <AddressLink address={link} className={styles.link} onClick={onOpen}>
              {title}
            </AddressLink>
          )}
          {!read && <span className={styles.new}>новое</span>}
          <span className="grow" />
          <time className="small dim nowrap" dateTime={created_at} title={dateTime(created_at)}>
            {timeAgo(created_at, now).replace(/^от /, '')}
          </time>
        </div>
        <div className={`${styles.text} muted`}>{text}</div>
      </div>
    </li>
  )
}
