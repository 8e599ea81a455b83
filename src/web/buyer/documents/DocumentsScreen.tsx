import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import {
  documentArchive,
  documentsPrint,
  maxArchived,
  maxMailed,
  maxMailedBytes,
  maxPrinted,
  maxPrintedBytes,
} from '#shared/api/money/documents.ts'
import { listPhrases } from '#shared/rules/list-text.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { money, withCount } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { BulkBar } from '#web/ui/tables/BulkBar.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { otherPeriodOrKind } from '#web/parts/labels.ts'
import { DocumentFilters } from './DocumentFilters.tsx'
import { DocumentCards, DocumentsTable } from './DocumentRows.tsx'
import { changeDocumentsSearch, isValidDocumentsPeriod, type DocumentsSearch } from './documents-url.ts'
import {
  documentForms,
  useDocuments,
  useMarkedDocuments,
  type DocumentList,
  type MarkedDocuments,
} from './use-documents.ts'

type ScreenProps = {
  search: DocumentsSearch
  contracts: readonly { id: number; number: string; contragent: string }[]
  /** Login of the user, the default recipient. */
  login: string
  onChange: (search: DocumentsSearch) => void
}

const title = 'Документы'
const MailDialog = lazy(() => import('./MailDialog.tsx').then((module) => ({ default: module.MailDialog })))

/** Documents of a contract from 1C. Filters are in the URL. */
export function DocumentsScreen({ search, contracts, login, onChange }: ScreenProps) {
  const list = useDocuments(search)
  const { data, isPlaceholderData: isRefreshing } = list
  const marked = useMarkedDocuments(data?.contract)
  const number = contracts.find(({ id }) => id === data?.contract)?.number
  if (list.error && !data)
    return (
      <Page title={title}>
        <LoadError error={list.error} onRetry={() => void list.refetch()} />
      </Page>
    )
  return (
    <Page title={title} extra={data && <span className="dim">{subtitleText(data, search, number)}</span>}>
      {data && data.unsigned.count > 0 && search.unsigned === undefined && (
        <Unsigned
          unsigned={data.unsigned}
          onShow={() => onChange(changeDocumentsSearch({}, { contract: search.contract, unsigned: 1 }))}
        />
      )}
      <DocumentFilters
        search={search}
        data={data}
        contracts={contracts}
        onChange={(change) => onChange(changeDocumentsSearch(search, change))}
      />
      {isValidDocumentsPeriod(search) && (
        <PagedList
          list={list}
          empty={
            <NoDocuments
              isFiltered={data?.any === true}
              onReset={() =>
                onChange(changeDocumentsSearch({}, { contract: search.contract, startdate: '01.01.2020' }))
              }
            />
          }
          cards={
            <DocumentCards items={data?.items} months={data?.months} isRefreshing={isRefreshing} marked={marked} />
          }
          table={
            <DocumentsTable items={data?.items} months={data?.months} isRefreshing={isRefreshing} marked={marked} />
          }
          link={({ page, label, current, children }) => (
            <Link
              to="/documents"
              search={changeDocumentsSearch(search, { page })}
              aria-label={label}
              aria-current={current ? 'page' : undefined}
            >
              {children}
            </Link>
          )}
        />
      )}
      {marked.items.length > 0 && <MarkedBar marked={marked} login={login} />}
    </Page>
  )
}

function subtitleText({ startDate, endDate, count }: DocumentList, search: DocumentsSearch, number?: string): string {
  const period = search.unsigned === 1 ? 'ждут подписи' : `${startDate} – ${endDate}`
  return [number && `договор № ${number}`, period, withCount(count, documentForms)].filter(Boolean).join(' · ')
}

function Unsigned({ unsigned: { count, items }, onShow }: Pick<DocumentList, 'unsigned'> & { onShow: () => void }) {
  const documentNames = items.map(
    ({ title: name, sum, days }) =>
      `${name}${sum === null ? '' : ` на ${money(sum)}`} – ${withCount(days, ['день', 'дня', 'дней'])}`,
  )
  return (
    <Note
      tone="warn"
      action={
        <Button small onClick={onShow}>
          Показать
        </Button>
      }
    >
      <b className="bold">Ждут вашей подписи в ЭДО: {count}.</b> {listPhrases(documentNames, documentNames.length)}.
      Подпишите у оператора
    </Note>
  )
}

function MarkedBar({ marked, login }: { marked: MarkedDocuments; login: string }) {
  const [mailing, setMailing] = useState(false)
  const { items } = marked
  const bytes = items.reduce((sum, { size }) => sum + size, 0)
  const ids = items.map(({ id }) => id).join(',')
  return (
    <BulkBar name="Отмеченные документы" count={items.length} onClear={marked.clear}>
      <span className="dim nowrap">{megabytes(bytes)} МБ</span>
      {items.length <= maxPrinted && bytes <= maxPrintedBytes && (
        <a
          href={endpointAddress(documentsPrint, { ids })}
          target="_blank"
          rel="noreferrer"
          className={buttonClass()}
          title="Откроется одним PDF"
        >
          <Icon name="print" />
          Печать
        </a>
      )}
      {items.length <= maxMailed && bytes <= maxMailedBytes && (
        <Button onClick={() => setMailing(true)}>На почту</Button>
      )}
      {mailing && (
        <Suspense>
          <MailDialog items={items} login={login} onClose={() => setMailing(false)} />
        </Suspense>
      )}
      {items.length > maxArchived ? (
        <span className="small bad">Не больше {maxArchived} за раз</span>
      ) : (
        <FileLink href={endpointAddress(documentArchive, { ids })} className={buttonClass({ variant: 'primary' })}>
          <Icon name="download" />
          Скачать ZIP
        </FileLink>
      )}
    </BulkBar>
  )
}

function megabytes(bytes: number): string {
  return (Math.ceil((bytes * 10) / 1024 / 1024) / 10).toLocaleString('ru')
}

function NoDocuments({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  if (isFiltered)
    return (
      <EmptyState title="Таких документов нет" action={<Button onClick={onReset}>Показать все документы</Button>}>
        {otherPeriodOrKind}
      </EmptyState>
    )
  return (
    <EmptyState
      title="Документов пока нет"
      action={
        <Link to="/orders" className={buttonClass()}>
          К заказам
        </Link>
      }
    >
      УПД, акты и сертификаты появятся, когда поставщик передаст их из 1С. Счёт на заказ скачивается на его странице
    </EmptyState>
  )
}
