import type { ReactNode } from 'react'
import { useContracts } from '#web/buyer/contracts/use-contracts.ts'
import { useMe } from '#web/common/session/use-session.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

/** Renders an ordering screen for users who may fill a basket, under the chosen contract. */
export function UploadsGate({
  title,
  children,
}: {
  title: string
  children: (account: number, contract: number) => ReactNode
}) {
  const me = useMe()
  const { contracts, chosen } = useContracts()
  if (me === null) return null
  if (!me.rights.includes('basket.edit'))
    return <EmptyState title={`${title} вам недоступен`}>Заказы собирают владелец и менеджеры организации</EmptyState>
  if (chosen === undefined)
    return contracts.length === 0 ? null : (
      <EmptyState title="Нет доступного договора">Обратитесь к вашему менеджеру</EmptyState>
    )
  return children(me.id, chosen.id)
}
