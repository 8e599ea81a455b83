import { suspensionTitle } from '#shared/messages.ts'
import { Note } from '#web/ui/Note.tsx'
import type { ContractOption } from './use-contracts.ts'

/** Debt of a contract and whether it stops new orders, in the main page area [P.10]. */
export function DebtAlert({ contract }: { contract: ContractOption }) {
  const { stopOrders, debtAlert, number } = contract
  if (!stopOrders && !debtAlert) return null
  return (
    <Note tone={stopOrders ? 'bad' : 'warn'} role="status">
      {stopOrders && <b className="bold">{suspensionTitle}. </b>}
      {debtAlert ?? `Новые заказы по договору № ${number} приостановлены.`}
    </Note>
  )
}
