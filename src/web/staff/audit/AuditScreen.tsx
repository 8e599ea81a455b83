import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import { auditCsv, auditSheet } from '#shared/api/administration/audit.ts'
import type { AuditTopic } from '#shared/api/administration/audit-filters.ts'
import { formRefusals } from '#shared/texts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { withCount } from '#web/ui/format.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { PeriodFilter } from '#web/ui/forms/PeriodFilter.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Queue, QueuePanel, useSplitView } from '#web/ui/page/Queue.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { FilterError } from '#web/ui/tables/FilterBar.tsx'
import { AuditDetails } from './AuditDetails.tsx'
import { AuditRows } from './AuditRows.tsx'
import { changeAuditSearch, isValidAuditPeriod, type AuditSearch } from './audit-url.ts'
import { auditRowQuery, auditInputOf, useAudit } from './use-audit.ts'
import styles from './audit.module.css'

type ScreenProps = { search: AuditSearch; onChange: (search: AuditSearch) => void }
type Page = NonNullable<ReturnType<typeof useAudit>['data']>

/** Who changed what, on whose behalf, before and after. */
export function AuditScreen({ search, onChange }: ScreenProps) {
  const { data, error, refetch } = useAudit(search)
  const isSplit = useSplitView()
  const openId = isSplit ? search.row : undefined
  return (
    <Queue
      title="Журнал действий"
      countText={data && countText(data)}
      panelWidth={332}
      search={
        <BarSearch
          key={search.query}
          label="Номер, имя, логин, ИНН, поле или адрес в сети"
          placeholder="Заказ, договор, поле, адрес IP"
          value={search.query ?? ''}
          onSearch={(query) => onChange(changeAuditSearch(search, { query }))}
        />
      }
      filters={<Filters search={search} page={data} onChange={onChange} />}
      panel={openId !== undefined && <AuditPanel key={openId} id={openId} search={search} />}
    >
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton width="100%" height={240} />
      ) : data.items.length === 0 ? (
        <NoRecords search={search} onChange={onChange} />
      ) : (
        <AuditRows items={data.items} search={search} isSplit={isSplit} />
      )}
      {data && <AuditFooter page={data} search={search} />}
    </Queue>
  )
}

/** '1 284 записи', 'более 10 000 записей' */
function countText({ counts: { total, topics } }: Page): string {
  const count = withCount(total, ['запись', 'записи', 'записей'])
  return topics === null ? `более ${count}` : count
}

const origins = [
  { value: 'exchange', label: '1С' },
  { value: 'system', label: 'Портал' },
  { value: 'command-line', label: 'Командная строка' },
  { value: 'guest', label: 'Гость' },
]

type FiltersProps = { search: AuditSearch; page: Page | undefined; onChange: ScreenProps['onChange'] }

function Filters({ search, page, onChange }: FiltersProps) {
  const change = (next: Parameters<typeof changeAuditSearch>[1]) => onChange(changeAuditSearch(search, next))
  const people = page?.people.map(({ id, name }) => ({ value: String(id), label: name })) ?? []
  const topics = page?.counts.topics
  const segment = (value: AuditTopic, label: string) => ({ value, label, count: topics?.[value] })
  return (
    <>
      <PeriodFilter
        start={search.from ?? page?.from ?? undefined}
        end={search.to ?? page?.to}
        isInvalid={!isValidAuditPeriod(search)}
        onChange={({ start, end }) => change({ from: start, to: end })}
      />
      <BarSelect
        label="Кто"
        options={[{ value: '', label: 'Кто угодно' }, ...origins, ...people]}
        value={search.who ?? ''}
        onChange={({ currentTarget }) => change({ who: currentTarget.value })}
      />
      <Segments
        label="О чём"
        options={[
          { value: 'all', label: 'Все' },
          segment('money', 'Деньги'),
          segment('rights', 'Права'),
          segment('onBehalf', 'За покупателя'),
          segment('signIns', 'Входы'),
        ]}
        value={search.topic ?? 'all'}
        onChange={(topic) => change({ topic: topic === 'all' ? undefined : topic })}
      />
      {search.organisation !== undefined && (
        <ActiveFilter
          label={page?.organisation?.name ?? 'Организация'}
          onClear={() => change({ organisation: undefined })}
        />
      )}
      {search.object !== undefined && (
        <ActiveFilter
          label={page?.items[0]?.object.title ?? 'Один объект'}
          onClear={() => change({ object: undefined })}
        />
      )}
      <span className={styles.files}>
        <FileLink href={endpointAddress(auditSheet, auditInputOf(search))} className={buttonClass()}>
          <Icon name="download" /> XLSX
        </FileLink>
        <FileLink href={endpointAddress(auditCsv, auditInputOf(search))} className={buttonClass()}>
          <Icon name="download" /> CSV
        </FileLink>
      </span>
      <FilterError error={isValidAuditPeriod(search) ? undefined : formRefusals.datePeriod} />
    </>
  )
}

function ActiveFilter({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <Button onClick={onClear} title={`Показать не только «${label}»`}>
      {label} <Icon name="close" size={12} />
    </Button>
  )
}

function NoRecords({ search, onChange }: ScreenProps) {
  const isFiltered = Object.keys(search).some((name) => name !== 'row')
  return (
    <EmptyState
      title="Записей нет"
      action={isFiltered ? <Button onClick={() => onChange({})}>Показать последние</Button> : undefined}
    >
      {isFiltered
        ? 'За эти дни и с такими условиями ничего не происходило'
        : 'Здесь появится каждое изменение прав, цен, договоров, заказов и настроек'}
    </EmptyState>
  )
}

function AuditPanel({ id, search }: { id: number; search: AuditSearch }) {
  const { data, error, refetch } = useQuery(auditRowQuery(id))
  return (
    <QueuePanel label={`Запись ${id}`} busy={!data && !error}>
      {data ? (
        <AuditDetails row={data} search={search} />
      ) : (
        error && <LoadError error={error} onRetry={() => void refetch()} />
      )}
    </QueuePanel>
  )
}

function AuditFooter({ page, search }: { page: Page; search: AuditSearch }) {
  const newest = page.items[0]?.id
  const oldest = page.items.at(-1)?.id
  return (
    <div className={`${styles.footer} no-print`}>
      <span className="small muted">
        Записи нельзя изменить. Храним {withCount(page.keep_days, ['день', 'дня', 'дней'])}
      </span>
      <nav className={styles.pages} aria-label="Страницы">
        <PageLink search={search} after={page.has_newer ? newest : undefined}>
          <Icon name="left" /> Новее
        </PageLink>
        <PageLink search={search} before={page.has_older ? oldest : undefined}>
          Старее <Icon name="right" />
        </PageLink>
      </nav>
    </div>
  )
}

type PageLinkProps = {
  search: AuditSearch
  before?: number | undefined
  after?: number | undefined
  children: ReactNode
}

function PageLink({ search, before, after, children }: PageLinkProps) {
  if (before === undefined && after === undefined)
    return (
      <span className={buttonClass()} aria-disabled="true">
        {children}
      </span>
    )
  return (
    <Link to="/admin/audit" search={changeAuditSearch(search, { before, after })} className={buttonClass()}>
      {children}
    </Link>
  )
}
