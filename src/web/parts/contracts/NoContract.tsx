import { refusalMessages } from '#shared/messages.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

/** Instead of what needs a contract, for those who have none. */
export function NoContract() {
  return <EmptyState title={refusalMessages.noContract} />
}
