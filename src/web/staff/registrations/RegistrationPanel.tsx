import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { QueuePanel } from '#web/ui/page/Queue.tsx'
import { RegistrationView } from './RegistrationView.tsx'
import { registrationQuery } from './use-registrations.ts'

/** The request beside the list. */
export function RegistrationPanel({ id }: { id: number }) {
  const { data: request, error, refetch } = useQuery(registrationQuery(id))
  if (!request)
    return (
      <QueuePanel label="Заявка" busy={!error}>
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
      </QueuePanel>
    )
  return (
    <RegistrationView
      key={request.status}
      request={request}
      frame={({ children, footer }) => (
        <QueuePanel label={`Заявка ${request.company}`} footer={footer}>
          {children}
        </QueuePanel>
      )}
    />
  )
}
