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
import { MergedInto, MergeHints } from './merge/MergeHints.tsx'
import { NotesCard } from './NotesCard.tsx'
import { OpenCard } from './OpenCard.tsx'
import { OrdersCard } from './OrdersCard.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { customerQuery } from './use-customers.ts'
import styles from './customers.module.css'

const NewContractDialog = lazy(() =>
  import('./NewContractDialog.tsx').then((module) => ({ default: module.NewContractDialog })),
)

const MergeDialog = lazy(() => import('./merge/MergeDialog.tsx').then((module) => ({ default: module.MergeDialog })))

/** A customer: figures, contracts, contragents, latest orders; people, what is open, and notes beside them. */
export function CustomerScreen({ id, me, actAs }: { id: number; me: Person; actAs: ActAs }) {
  const { data: customer, error, refetch } = useQuery(customerQuery(id))
  const [merging, setMerging] = useState<{ other?: MergedCustomer }>()
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
      actions={customer && <HeadActions customer={customer} me={me} actAs={actAs} onMerge={() => setMerging({})} />}
    >
      {customer?.merged_into ? (
        <MergedInto into={customer.merged_into} />
      ) : customer ? (
        <>
          <MergeHints customer={customer} onMerge={(other) => setMerging({ other })} />
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
          <Suspense>
            {merging && (
              <MergeDialog customer={customer} suggested={merging.other} onClose={() => setMerging(undefined)} />
            )}
          </Suspense>
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={420} />
      )}
    </Page>
  )
}

type MergedCustomer = { id: number; name: string; inn: string }

function StopTag({ customer: { status, contracts, merged_into } }: { customer: CustomerDetails }) {
  const stopped = contracts.filter((contract) => contract.stopped && contract.status === 'active')
  if (merged_into) return <Tag>Объединена</Tag>
  if (status !== 'active') return <Tag tone="warn">{status === 'pending' ? 'Ждёт одобрения' : 'Заблокирована'}</Tag>
  if (stopped.length === 0) return null
  return <Tag tone="bad">{`Стоп по ${stopped.map(({ number }) => `№ ${number}`).join(', ')}`}</Tag>
}

type HeadProps = { customer: CustomerDetails; me: Person; actAs: ActAs; onMerge: () => void }

function HeadActions({ customer, me, actAs, onMerge }: HeadProps) {
  const journal = may(me, 'staff.audit') && (
    <Link to="/admin/audit" search={{ organisation: customer.id }}>
      Журнал
    </Link>
  )
  if (customer.merged_into) return journal
  return (
    <>
      <NewContract customer={customer} />
      <Button onClick={onMerge}>Объединить…</Button>
      {may(me, 'staff.allCustomers') ? (
        <ManagerSelect customer={customer} />
      ) : (
        <span className="dim">{customer.manager === '' ? 'Менеджер не назначен' : `Менеджер ${customer.manager}`}</span>
      )}
      <ActAsMenu customer={customer} actAs={actAs} />
      {journal}
    </>
  )
}

function NewContract({ customer }: { customer: CustomerDetails }) {
  const [isOpen, setOpen] = useState(false)
  if (customer.contragents.every(({ status }) => status !== 'active')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Новый договор</Button>
      <Suspense>{isOpen && <NewContractDialog customer={customer} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
