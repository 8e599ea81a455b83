import { lazy, Suspense, useState } from 'react'
import type { StaffSeller } from '#shared/api/staff/sellers.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount } from '#web/ui/format.ts'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { vatText } from '#web/parts/sellers/vat-texts.ts'
import { ContractSellers } from './ContractSellers.tsx'
import { useSellers, type ContractsSearch } from './use-sellers.ts'
import styles from './sellers.module.css'

const SellerDialog = lazy(() => import('./SellerDialog.tsx').then((module) => ({ default: module.SellerDialog })))
const contractForms = ['договор', 'договора', 'договоров'] as const

/** Sellers with the requisites for their invoices, and the seller of each contract. */
export function SellersScreen({
  search,
  onSearch,
}: {
  search: ContractsSearch
  onSearch: (search: ContractsSearch) => void
}) {
  const { data, error, refetch } = useSellers()
  const [edited, setEdited] = useState<StaffSeller | 'new'>()
  const addButton = (
    <Button variant="primary" onClick={() => setEdited('new')}>
      Новая организация
    </Button>
  )
  return (
    <Page
      title="Наши организации"
      extra={<span className="dim">кто продаёт и чьи реквизиты стоят в счетах</span>}
      actions={addButton}
    >
      <Card>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <CardBody>
            <Skeleton width="60%" height={52} />
          </CardBody>
        ) : data.items.length === 0 ? (
          <EmptyState title="Организаций пока нет">
            Без реквизитов поставщика покупатели не получат счёт. Добавьте первую организацию
          </EmptyState>
        ) : (
          <ul className={styles.sellers} aria-label="Наши организации">
            {data.items.map((seller) => (
              <SellerRow key={seller.id} seller={seller} onOpen={() => setEdited(seller)} />
            ))}
          </ul>
        )}
      </Card>
      {data !== undefined && data.items.length > 0 && (
        <ContractSellers sellers={data.items} search={search} onSearch={onSearch} />
      )}
      {edited !== undefined && (
        <Suspense>
          <SellerDialog
            key={edited === 'new' ? 'new' : edited.version}
            seller={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onReload={async () => {
              const fresh = (await refetch()).data?.items.find(({ id }) => edited !== 'new' && id === edited.id)
              setEdited(fresh)
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

function SellerRow({
  seller: { company, inn, kpp, bank, account, vat, is_default, contracts, lacking },
  onOpen,
}: {
  seller: StaffSeller
  onOpen: () => void
}) {
  return (
    <li>
      <div className={styles.name}>
        <span className="row wrap">
          <b className="bold">{company}</b>
          {is_default && <Tag tone="ok">Основная</Tag>}
        </span>
        <span className="small muted">
          ИНН {inn}
          {kpp && `, КПП ${kpp}`} · {vatText[vat]} · {withCount(contracts, contractForms)}
        </span>
        {lacking.length === 0 ? (
          <span className="small dim">
            {bank}, счёт {account}
          </span>
        ) : (
          <span className="small bad">Счёт не выставить, нет: {lacking.join(', ')}</span>
        )}
      </div>
      <Button small aria-label={`Изменить: ${company}`} onClick={onOpen}>
        Изменить
      </Button>
    </li>
  )
}
