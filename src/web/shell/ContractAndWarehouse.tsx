import { useNavigate, useLocation } from '@tanstack/react-router'
import { ContractPick, WarehousePick } from '#web/buyer/contracts/ContractPick.tsx'

/** Selects for contract and warehouse; in a list any change goes back to page 1 [T.7]. */
export function ContractAndWarehouse() {
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const toFirstPage = () =>
    void navigate({
      to: path,
      search: ((search: Record<string, unknown>) => ({ ...search, page: undefined })) as never,
      replace: true,
    })
  return (
    <>
      <ContractPick onChosen={toFirstPage} />
      <WarehousePick onChosen={toFirstPage} />
    </>
  )
}
