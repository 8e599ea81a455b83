import type { ReactNode } from 'react'
import { ConfirmProvider } from './dialogs/confirm.tsx'
import { NotificationsProvider } from './notifications.tsx'

/** All that questions and messages need around them; the sign-in does without. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <NotificationsProvider>
      <ConfirmProvider>{children}</ConfirmProvider>
    </NotificationsProvider>
  )
}
