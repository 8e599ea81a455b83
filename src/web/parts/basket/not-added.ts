import type { ReactNode } from 'react'
import type { Notification } from '#web/ui/notifications.tsx'

/** Stays until it is closed: nothing that was requested is in the basket. */
export function notAdded(text: ReactNode): Notification {
  return { tone: 'bad', title: 'Товары не добавлены', text, fadeMs: null }
}
