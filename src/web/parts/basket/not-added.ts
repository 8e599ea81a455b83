import type { ReactNode } from 'react'
import type { Notification } from '#web/ui/notifications.tsx'

/** Not fading: nothing that was requested is in the basket. */
export function notAddedNotification(text: ReactNode): Notification {
  return { tone: 'bad', title: 'Товары не добавлены', text, fadeMs: null }
}
