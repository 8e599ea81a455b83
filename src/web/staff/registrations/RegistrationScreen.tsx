import { Link } from '@tanstack/react-router'
import type { Registration } from '#shared/api/staff/registrations.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { RegistrationView } from './RegistrationView.tsx'
import { requestNumber } from './texts.ts'
import styles from './registrations.module.css'

/** A request on its own page, for screens too narrow for the panel. */
export function RegistrationScreen({ request }: { request: Registration }) {
  return (
    <Page
      title={`Заявка ${requestNumber(request.id)}`}
      above={
        <Link to="/admin/registrations">
          <Icon name="back" />
          Заявки
        </Link>
      }
    >
      <RegistrationView
        key={request.status}
        request={request}
        frame={({ children, footer }) => (
          <div className={styles.page}>
            {children}
            {footer}
          </div>
        )}
      />
    </Page>
  )
}
