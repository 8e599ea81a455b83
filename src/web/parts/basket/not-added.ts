import type { ReactNode } from 'react'
import type { Notification } from '#web/ui/notifications.tsx'

/** Stays until it is closed: nothing of what was asked for is in the basket. */
export function notAdded(text: ReactNode): Notification {
  return { tone: 'bad', title: 'Товары не добавлены', text, fadeMs: null }
}
