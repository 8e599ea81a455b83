import { Link } from '@tanstack/react-router'
import type { SellersContract, StaffSeller } from '#shared/api/staff/sellers.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { useContractSellers, useSetContractSeller, type ContractsSearch } from './use-sellers.ts'
import styles from './sellers.module.css'

type ContractsProps = {
  sellers: readonly StaffSeller[]
  search: ContractsSearch
  onSearch: (search: ContractsSearch) => void
}

/** Sellers of all contracts; a choice is saved at once and can be undone. */
export function ContractSellers({ sellers, search, onSearch }: ContractsProps) {
  const contracts = useContractSellers(search)
  const items = contracts.data?.items
  const query = search.query ?? ''
  return (
    <Card
      title="Договоры"
      extra={
        <BarSearch
          key={query}
          label="Договор, контрагент или ИНН"
          placeholder="Договор или ИНН"
          value={query}
          onSearch={(text) => onSearch(text === '' ? {} : { query: text })}
        />
      }
    >
      <PagedList
        list={contracts}
        empty={<NoContracts query={query} onReset={() => onSearch({})} />}
        cards={
          <ul className={styles.contracts}>
            {items?.map((contract) => (
              <ContractCard key={contract.id} contract={contract} sellers={sellers} />
            ))}
          </ul>
        }
        table={
          <table
            className={`${table.table} ${contracts.isPlaceholderData ? table.refreshing : ''}`}
            aria-busy={items === undefined || contracts.isPlaceholderData}
          >
            <caption className="unseen">Договоры и кто по ним продаёт</caption>
            <colgroup>
              <col />
              <col style={{ width: 120 }} />
              <col style={{ width: 150 }} />
              <col style={{ width: 100 }} />
              <col style={{ width: 300 }} />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">Контрагент</th>
                <th scope="col">ИНН</th>
                <th scope="col">Договор</th>
                <th scope="col">Дата</th>
                <th scope="col">Продаёт</th>
              </tr>
            </thead>
            <tbody>
              {items ? (
                items.map((contract) => (
                  <tr key={contract.id}>
                    <td title={contract.contragent}>{contract.contragent}</td>
                    <td className="dim">{contract.inn}</td>
                    <td title={contract.number}>№ {contract.number}</td>
                    <td className="dim">{contract.date}</td>
                    <td className={table.field}>
                      <SellerSelect contract={contract} sellers={sellers} />
                    </td>
                  </tr>
                ))
              ) : (
                <SkeletonRows rows={6} columns={5} />
              )}
            </tbody>
          </table>
        }
        link={({ page, label, current, children }) => (
          <Link
            to="/admin/sellers"
            search={{ ...search, page }}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
            resetScroll={false}
          >
            {children}
          </Link>
        )}
      />
    </Card>
  )
}

function ContractCard({ contract, sellers }: { contract: SellersContract; sellers: readonly StaffSeller[] }) {
  return (
    <li className={list.card}>
      <b className="bold">{contract.contragent}</b>
      <span className="small dim">
        ИНН {contract.inn} · № {contract.number} от {contract.date}
      </span>
      <SellerSelect contract={contract} sellers={sellers} />
    </li>
  )
}

function SellerSelect({
  contract: { id, number, seller },
  sellers,
}: {
  contract: SellersContract
  sellers: readonly StaffSeller[]
}) {
  const set = useSetContractSeller()
  const notify = useNotify()
  const defaultSeller = sellers.find(({ is_default }) => is_default)
  const options = [
    { value: '', label: `Основная${defaultSeller ? ` (${defaultSeller.company})` : ''}` },
    ...sellers.map((each) => ({ value: String(each.id), label: each.company })),
  ]

  function choose(next: number | null) {
    set.mutate(
      { id, seller: next },
      {
        onSuccess: () =>
          notify({
            tone: 'ok',
            text: `Договор № ${number}: продавец изменён`,
            fadeMs: 8000,
            action: { label: 'Вернуть', onPress: () => choose(seller) },
          }),
        onError: ({ message }) =>
          notify({ tone: 'bad', title: `Договор № ${number}: продавец не изменён`, text: message }),
      },
    )
  }

  return (
    <BarSelect
      label={`Продавец по договору № ${number}`}
      options={options}
      value={seller ?? ''}
      style={{ width: '100%' }}
      disabled={set.isPending}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value) || null)}
    />
  )
}

function NoContracts({ query, onReset }: { query: string; onReset: () => void }) {
  if (query === '')
    return (
      <CardBody>
        <EmptyState title="Договоров пока нет">Они появятся с первым покупателем</EmptyState>
      </CardBody>
    )
  return (
    <EmptyState title={`По запросу «${query}» договоров нет`} action={<Button onClick={onReset}>Все договоры</Button>}>
      Ищем по номеру договора, контрагенту, ИНН и организации покупателя
    </EmptyState>
  )
}
