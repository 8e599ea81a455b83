import { withCount } from '#web/ui/format.ts'

/** How many messages of the other side are unread; nothing where none is. */
export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <em title={withCount(count, ['непрочитанное сообщение', 'непрочитанных сообщения', 'непрочитанных сообщений'])}>
      {count}
    </em>
  )
}
