import { withCount } from '#web/ui/format.ts'

/** Number of unread messages of the other side; nothing for 0. */
export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <em title={withCount(count, ['непрочитанное сообщение', 'непрочитанных сообщения', 'непрочитанных сообщений'])}>
      {count}
    </em>
  )
}
