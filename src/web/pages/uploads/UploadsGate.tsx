import type { ReactNode } from 'react'
import { useContracts } from '#web/buyer/contracts/use-contracts.ts'
import { RightGate } from '#web/common/session/RightGate.tsx'
import { NoContract } from '#web/parts/contracts/NoContract.tsx'

/** Renders an ordering screen for users who may fill a basket, under the chosen contract. */
export function UploadsGate({
  title,
  children,
}: {
  title: string
  children: (account: number, contract: number) => ReactNode
}) {
  return (
    <RightGate right="basket.edit" title={`${title} вам недоступен`}>
      {(me) => <UnderContract>{(contract) => children(me.id, contract)}</UnderContract>}
    </RightGate>
  )
}

function UnderContract({ children }: { children: (contract: number) => ReactNode }) {
  const { chosen, isLoaded } = useContracts()
  if (chosen !== undefined) return children(chosen.id)
  return isLoaded ? <NoContract /> : null
}
