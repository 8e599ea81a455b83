import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '#web/api/client.ts'
import { NoContract } from '#web/parts/contracts/NoContract.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { withoutUnsold, type Choice } from './choice.ts'
import { Files } from './Files.tsx'
import { Links } from './Links.tsx'
import { PriceListForm } from './PriceListForm.tsx'
import { readChoice, writeChoice, type PriceListsSearch } from './price-lists-url.ts'
import { Requests } from './Requests.tsx'
import { addPendingFile, useSavePendingFiles } from './use-pending-files.ts'
import { rangeQuery, useFiles, useOrderPriceList, type Range } from './use-price-lists.ts'
import styles from './price-lists.module.css'

type ScreenProps = {
  search: PriceListsSearch
  /** Whether managers answer with files that they make by hand. */
  mayRequest: boolean
  onChange: (search: PriceListsSearch) => void
}

/** A contract's price list: spreadsheet, YML, permanent link, or a request to the manager [S.13]. */
export function PriceListsScreen({ search, mayRequest, onChange }: ScreenProps) {
  const {
    data: range,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery({ ...rangeQuery(search.contract), placeholderData: keepPreviousData })
  const contract = search.contract ?? range?.selectedContract ?? undefined
  return (
    <Page
      title="Прайс-листы"
      extra={
        range &&
        contract !== undefined && (
          <ContractSelect
            contracts={range.contracts}
            value={contract}
            onPick={(contract) => onChange({ ...search, contract })}
          />
        )
      }
    >
      {error && (!range || isPlaceholderData) ? (
        <NoRange error={error} onRetry={() => void refetch()} onReset={() => onChange({})} />
      ) : !range ? (
        <Skeleton width="100%" height={420} />
      ) : contract === undefined ? (
        <NoContract />
      ) : (
        <PriceListsOf
          key={contract}
          contract={contract}
          range={range}
          isRefreshing={isPlaceholderData}
          search={search}
          mayRequest={mayRequest}
          onChange={onChange}
        />
      )}
    </Page>
  )
}

function PriceListsOf({
  contract,
  range,
  isRefreshing,
  search,
  mayRequest,
  onChange,
}: ScreenProps & { contract: number; range: Range; isRefreshing: boolean }) {
  const notify = useNotify()
  const files = useFiles()
  useSavePendingFiles(files.data, ({ name }) => notify({ tone: 'ok', text: `Прайс-лист готов: ${name}`, fadeMs: 3000 }))
  const order = useOrderPriceList(addPendingFile)
  const [requestMessage, setRequestMessage] = useState<string>()
  const choice = withoutUnsold(range.catalog_tree, readChoice(search.categories))
  const available = search.available === 1
  const change = (changed: { choice?: Choice; available?: boolean }) => {
    const next = { choice, available, ...changed }
    onChange({
      contract: search.contract,
      categories: writeChoice(next.choice),
      available: next.available ? 1 : undefined,
    })
  }
  const number = range.contracts.find(({ id }) => id === contract)?.number
  return (
    <div className={styles.columns}>
      <PriceListForm
        contract={contract}
        tree={range.catalog_tree}
        isRefreshing={isRefreshing}
        choice={choice}
        available={available}
        order={order}
        files={files.data}
        onChange={change}
      />
      <div className={styles.aside}>
        <Files files={files} order={order} />
        <Links contract={contract} number={number} />
        {mayRequest && (
          <Requests
            contract={contract}
            number={number}
            tree={range.catalog_tree}
            choice={choice}
            available={available}
            requestMessage={requestMessage}
            onMessage={setRequestMessage}
          />
        )}
      </div>
    </div>
  )
}

function ContractSelect({
  contracts,
  value,
  onPick,
}: {
  contracts: Range['contracts']
  value: number
  onPick: (contract: number) => void
}) {
  const isPhone = usePhone()
  const contractText = ({ number, date, contragent }: Range['contracts'][number]) =>
    isPhone ? `№ ${number} · ${contragent}` : `№ ${number} от ${date} · ${contragent}`
  const [only] = contracts
  if (contracts.length === 1 && only) return <span className="dim clip">{contractText(only)}</span>
  return (
    <span className={styles.contract}>
      <BarSelect
        label="Договор"
        options={contracts.map((contract) => ({ value: String(contract.id), label: contractText(contract) }))}
        value={value}
        onChange={({ currentTarget }) => onPick(Number(currentTarget.value))}
      />
    </span>
  )
}

function NoRange({ error, onRetry, onReset }: { error: Error; onRetry: () => void; onReset: () => void }) {
  const unknown = error instanceof CallError && error.status === 404
  if (!unknown) return <LoadError error={error} onRetry={onRetry} />
  return (
    <EmptyState title="Такого договора нет" action={<Button onClick={onReset}>К вашему договору</Button>}>
      Он закрыт или вам не доступен
    </EmptyState>
  )
}
