import { useState } from 'react'
import { plural } from '#shared/rules/plural.ts'
import { withCount } from '#web/ui/format.ts'
import { DropPanel } from '#web/ui/dialogs/DropPanel.tsx'
import { NewestNotifications } from './NewestNotifications.tsx'
import type { NotificationsList } from './lists.ts'
import { useNewest } from './use-notifications.ts'

const unreadForms = ['непрочитанное уведомление', 'непрочитанных уведомления', 'непрочитанных уведомлений'] as const

/** Unread count; opens a panel with the newest notifications. */
export function Bell({ list }: { list: NotificationsList }) {
  const { data, refetch } = useNewest()
  const unread = data?.unread ?? 0
  return (
    <>
      <DropPanel
        icon="bell"
        label={unread === 0 ? 'Уведомления' : `Уведомления: ${unread} ${plural(unread, ['новое', 'новых', 'новых'])}`}
        count={unread}
        name="Уведомления"
        onOpened={() => void refetch()}
      >
        {(close) => <NewestNotifications list={list} onLeave={close} />}
      </DropPanel>
      <UnreadAnnouncement unread={data?.unread} />
    </>
  )
}

/** Announced only for new notifications, not on page load. */
function UnreadAnnouncement({ unread }: { unread: number | undefined }) {
  const [known, setKnown] = useState(unread)
  const [announcement, announce] = useState('')
  if (unread !== known) {
    setKnown(unread)
    announce(known !== undefined && unread !== undefined && unread > known ? withCount(unread, unreadForms) : '')
  }
  return (
    <span className="unseen" role="status">
      {announcement}
    </span>
  )
}
