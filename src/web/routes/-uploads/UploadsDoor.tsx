import type { ReactNode } from 'react'
import { useContracts } from '#web/features/contracts/use-contracts.ts'
import { useMe } from '#web/features/session/use-session.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Shows a screen of ordering to those who may fill a basket, under the chosen contract. */
export function UploadsDoor({ title, children }: { title: string; children: (account: number, contract: number) => ReactNode }) {
  const me = useMe()
  const { contracts, chosen } = useContracts()
  if (me === null) return null
  if (!me.rights.includes('basket.edit')) return <EmptyState title={`${title} вам недоступен`}>Заказы собирают владелец и менеджеры организации</EmptyState>
  if (chosen === undefined) return contracts.length === 0 ? null : <EmptyState title="Нет доступного договора">Обратитесь к вашему менеджеру</EmptyState>
  return children(me.id, chosen.id)
}
