import { Link } from '@tanstack/react-router'
import { refusalMessages } from '#shared/messages.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

/** Shown instead of pages that need a contract to users without one. */
export function NoContract() {
  return (
    <EmptyState
      title={refusalMessages.noContract}
      action={
        <Link to="/chat" className={buttonClass()}>
          Написать менеджеру
        </Link>
      }
    >
      Договор откроет вам владелец организации или ваш менеджер у поставщика
    </EmptyState>
  )
}
