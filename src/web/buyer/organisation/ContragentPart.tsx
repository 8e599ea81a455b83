import type { Me } from '#shared/api/account/access.ts'
import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { may } from '#shared/rights.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import { ContractTerms } from './ContractTerms.tsx'
import { ContragentCard } from './ContragentCard.tsx'

type PartProps = { contragent: Contragent; me: Me; onEdit: () => void }

/** One contragent: its requisites and its contracts. */
export function ContragentPart({ contragent, me, onEdit }: PartProps) {
  const { manager } = me
  return (
    <>
      <ContragentCard contragent={contragent} onEdit={onEdit} />
      {contragent.contracts.length > 0 ? (
        <ContractTerms contracts={contragent.contracts} seesFinances={may(me, 'finances.view')} />
      ) : (
        <Card>
          <EmptyState
            title="Договора с этим контрагентом нет"
            action={manager && <a href={`tel:${manager.phone.replace(/[^+\d]/g, '')}`}>Позвонить: {manager.phone}</a>}
          >
            Заказать от его имени можно будет, когда поставщик заведёт договор
          </EmptyState>
        </Card>
      )}
    </>
  )
}
