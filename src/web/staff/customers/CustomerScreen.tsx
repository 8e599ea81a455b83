import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { may, type Person } from '#shared/rights.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { ActAsMenu, type ActAs } from './ActAs.tsx'
import { ContractsCard } from './ContractsCard.tsx'
import { ContragentsCard } from './ContragentsCard.tsx'
import { Figures } from './Figures.tsx'
import { ManagerSelect } from './ManagerSelect.tsx'
import { NotesCard } from './NotesCard.tsx'
import { OpenCard } from './OpenCard.tsx'
import { OrdersCard } from './OrdersCard.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { customerQuery } from './use-customers.ts'
import styles from './customers.module.css'

const NewContractDialog = lazy(() =>
  import('./NewContractDialog.tsx').then((module) => ({ default: module.NewContractDialog })),
)

/** A customer: figures, contracts, contragents, latest orders; people, what is open, and notes beside them. */
export function CustomerScreen({ id, me, actAs }: { id: number; me: Person; actAs: ActAs }) {
  const { data: customer, error, refetch } = useQuery(customerQuery(id))
  return (
    <Page
      title={customer?.name ?? 'Организация'}
      above={
        <Link to="/admin/customers">
          <Icon name="back" />
          Организации
        </Link>
      }
      extra={customer && <StopTag customer={customer} />}
      actions={customer && <HeadActions customer={customer} me={me} actAs={actAs} />}
    >
      {customer ? (
        <>
          <Figures figures={customer.figures} />
          <div className={styles.columns}>
            <div className={styles.main}>
              <ContractsCard customer={customer} hasHistory={may(me, 'staff.audit')} />
              <ContragentsCard customer={customer} hasHistory={may(me, 'staff.audit')} />
              <OrdersCard customer={customer} isLinked={may(me, 'staff.orders')} />
            </div>
            <div className={styles.aside}>
              <PeopleCard customer={customer} hasHistory={may(me, 'staff.audit')} actAs={actAs} />
              <OpenCard open={customer.open} isLinked={may(me, 'staff.claims')} />
              <NotesCard customer={customer} />
            </div>
          </div>
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={420} />
      )}
    </Page>
  )
}

function StopTag({ customer: { status, contracts } }: { customer: CustomerDetails }) {
  const stopped = contracts.filter((contract) => contract.stopped && contract.status === 'active')
  if (status !== 'active') return <Tag tone="warn">{status === 'pending' ? 'Ждёт одобрения' : 'Заблокирована'}</Tag>
  if (stopped.length === 0) return null
  return <Tag tone="bad">{`Стоп по ${stopped.map(({ number }) => `№ ${number}`).join(', ')}`}</Tag>
}

type HeadProps = { customer: CustomerDetails; me: Person; actAs: ActAs }

function HeadActions({ customer, me, actAs }: HeadProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {customer.contragents.some(({ status }) => status === 'active') && (
        <Button onClick={() => setOpen(true)}>Новый договор</Button>
      )}
      <Suspense>{isOpen && <NewContractDialog customer={customer} onClose={() => setOpen(false)} />}</Suspense>
      {may(me, 'staff.allCustomers') ? (
        <ManagerSelect customer={customer} />
      ) : (
        <span className="dim">{customer.manager === '' ? 'Менеджер не назначен' : `Менеджер ${customer.manager}`}</span>
      )}
      <ActAsMenu customer={customer} actAs={actAs} />
      {may(me, 'staff.audit') && (
        <Link to="/admin/audit" search={{ organisation: customer.id }}>
          Журнал
        </Link>
      )}
    </>
  )
}
