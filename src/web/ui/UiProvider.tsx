import type { ReactNode } from 'react'
import { ConfirmProvider } from './dialogs/confirm.tsx'
import { NotificationsProvider } from './notifications.tsx'

/** Providers of dialogs and notifications; not needed by the sign-in. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <NotificationsProvider>
      <ConfirmProvider>{children}</ConfirmProvider>
    </NotificationsProvider>
  )
}
