import { refusalMessages } from '#shared/messages.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

/** Shown instead of pages that need a contract to users without one. */
export function NoContract() {
  return <EmptyState title={refusalMessages.noContract} />
}
