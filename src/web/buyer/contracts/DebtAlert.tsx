import type { ReactNode } from 'react'
import { suspensionTitle } from '#shared/messages.ts'
import { Note } from '#web/ui/Note.tsx'
import type { ContractOption } from './use-contracts.ts'

/**
 * Debt of a contract and whether it stops new orders, in the main page area [P.10]. `way`: what to pay, for users who
 * may see finances.
 */
export function DebtAlert({
  contract,
  payments,
  action,
}: {
  contract: ContractOption
  payments?: ReactNode
  action?: ReactNode
}) {
  const { stopOrders, debtAlert, number } = contract
  if (!stopOrders && !debtAlert) return null
  return (
    <Note tone={stopOrders ? 'bad' : 'warn'} role="status" action={action}>
      {stopOrders && <b className="bold">{suspensionTitle}. </b>}
      {debtAlert ?? `Новые заказы по договору № ${number} приостановлены.`}
      {payments}
    </Note>
  )
}
