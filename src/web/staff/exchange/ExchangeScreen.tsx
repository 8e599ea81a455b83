import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { streamKinds } from '#shared/api/administration/exchange-filters.ts'
import { noExchangesYet } from '#shared/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { dateTime, withCount } from '#web/ui/format.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { Queue, QueuePanel, useSplitView } from '#web/ui/page/Queue.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { timeAndDay } from '#web/parts/stock-age/stock-age-text.ts'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { PagedList } from '#web/ui/tables/PagedList.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { changeExchangeSearch, type ExchangeSearch } from './exchange-url.ts'
import { LoadedFileNote, LoadFileButton } from './LoadFile.tsx'
import { OffersCard } from './OffersCard.tsx'
import { RunCards, RunsTable } from './RunsTable.tsx'
import { RunView } from './RunView.tsx'
import { SetAsideImports } from './SetAsideImports.tsx'
import { StreamsCard, useStreams } from './StreamsCard.tsx'
import { useExchange } from './use-exchange.ts'
import { useLoadFile } from './use-exchange-files.ts'
import { runQuery, useExchangeLog } from './use-exchange-log.ts'
import { YmlCard } from './YmlCard.tsx'
import styles from './exchange.module.css'

type ScreenProps = { search: ExchangeSearch; onChange: (search: ExchangeSearch) => void }

const runForms = ['загрузка', 'загрузки', 'загрузок'] as const

/** The exchange with 1C: how fresh its data is, what waits for staff, and every run. */
export function ExchangeScreen({ search, onChange }: ScreenProps) {
  const isSplit = useSplitView()
  if (!isSplit && search.run !== undefined) return <RunPage id={search.run} search={search} onChange={onChange} />
  return <Exchange search={search} onChange={onChange} openId={search.run} />
}

function Exchange({ search, onChange, openId }: ScreenProps & { openId: number | undefined }) {
  const log = useExchangeLog(search)
  const { data: streams } = useStreams()
  const load = useLoadFile()
  const rows = { items: log.data?.items, isRefreshing: log.isPlaceholderData, search }
  const stocksAt = streams?.find(({ kind }) => kind === 'stocks')?.at ?? null
  return (
    <Queue
      title="Обмен с 1С"
      countText={remainsText(stocksAt, useNow(60_000))}
      panelWidth={356}
      search={
        <BarSearch
          key={search.query}
          label="Имя файла"
          placeholder="Файл или лента"
          value={search.query ?? ''}
          onSearch={(query) => onChange(changeExchangeSearch(search, { query }))}
        />
      }
      action={<LoadFileButton load={load} />}
      filters={<Filters search={search} onChange={onChange} />}
      panel={openId !== undefined && <RunPanel key={openId} id={openId} search={search} onChange={onChange} />}
    >
      <div className={styles.above}>
        <LoadedFileNote load={load} />
        <Health />
        <StreamsCard />
      </div>
      <div className={styles.runs}>
        <div className={styles.runsHead}>
          <h2>Прогоны</h2>
          {log.data && <span className="small dim">{todayText(log.data.today)}</span>}
        </div>
        <PagedList
          list={log}
          empty={<NoRuns search={search} onChange={onChange} />}
          cards={<RunCards {...rows} />}
          table={<RunsTable {...rows} />}
          link={({ page, label, current, children }) => (
            <Link
              to="/admin/exchange"
              search={changeExchangeSearch(search, { page })}
              resetScroll={false}
              aria-label={label}
              aria-current={current ? 'page' : undefined}
            >
              {children}
            </Link>
          )}
        />
      </div>
      <div className={styles.above}>
        <YmlCard />
        <Rules />
      </div>
    </Queue>
  )
}

function remainsText(at: string | null, now: Date): string {
  if (at === null) return 'Остатков ещё не было'
  return `Остатки на ${timeAndDay(at, now)}`
}

function todayText({ all, problems, failed }: { all: number; problems: number; failed: number }): string {
  const parts = [`сегодня ${withCount(all, runForms)}`]
  if (problems > 0) parts.push(`с отказами ${problems}`)
  if (failed > 0) parts.push(`оборвано ${failed}`)
  return parts.join(', ')
}

function Filters({ search, onChange }: ScreenProps) {
  const { data: streams } = useStreams()
  return (
    <>
      <Segments
        label="Какие прогоны"
        options={[
          { value: 'all', label: 'Все' },
          { value: 'problems', label: 'С отказами' },
          { value: 'failed', label: 'Оборваны' },
        ]}
        value={search.group ?? 'all'}
        onChange={(group) => onChange(changeExchangeSearch(search, { group }))}
      />
      <BarSelect
        label="Поток"
        options={[
          { value: '', label: 'Все потоки' },
          ...(streams ?? []).map(({ kind, title }) => ({ value: kind, label: title })),
        ]}
        value={search.kind ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(changeExchangeSearch(search, { kind: streamKinds.find((kind) => kind === value) }))
        }
      />
    </>
  )
}

/** What waits for staff: late data, imports set aside. */
function Health() {
  const { data, error, refetch } = useExchange()
  const { data: streams = [] } = useStreams()
  const late = streams.filter((stream) => stream.late)
  return (
    <>
      {late.length > 0 && (
        <Note tone="bad">
          <b className="bold">Данные опаздывают: {late.map(({ title }) => title.toLowerCase()).join(', ')}.</b>{' '}
          Проверьте расписание обмена в 1С. Администраторам ушло уведомление.
        </Note>
      )}
      {data ? (
        <SetAsideImports files={data.set_aside} />
      ) : (
        error && <LoadError error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}

function Rules() {
  const { data } = useExchange()
  return data ? <OffersCard exchange={data} /> : null
}

function RunPanel({ id, search, onChange }: ScreenProps & { id: number }) {
  const { data: run, error, refetch } = useQuery(runQuery(id))
  if (!run)
    return (
      <QueuePanel label="Прогон" busy={!error}>
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
      </QueuePanel>
    )
  return (
    <RunView
      run={run}
      search={search}
      onChange={(records) => onChange({ ...search, records: undefined, find: undefined, ...records })}
      frame={({ children, footer }) => (
        <QueuePanel label={`Прогон № ${run.id}`} footer={footer}>
          {children}
        </QueuePanel>
      )}
    />
  )
}

/** Without room for a panel the run takes the page. */
function RunPage({ id, search, onChange }: ScreenProps & { id: number }) {
  const { data: run, error, refetch } = useQuery(runQuery(id))
  return (
    <Page
      title={run ? `${run.subject}, ${dateTime(run.started_at)}` : `Прогон № ${id}`}
      above={
        <Link to="/admin/exchange" search={changeExchangeSearch(search, { run: undefined, page: search.page })}>
          <Icon name="back" />
          Обмен с 1С
        </Link>
      }
    >
      {run ? (
        <RunView
          run={run}
          isPage
          search={search}
          onChange={(records) => onChange({ ...search, records: undefined, find: undefined, ...records })}
          frame={({ children, footer }) => (
            <div className="column">
              {children}
              {footer}
            </div>
          )}
        />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={240} />
      )}
    </Page>
  )
}

function NoRuns({ search, onChange }: ScreenProps) {
  const isFiltered = Object.keys(search).some((name) => name !== 'run')
  if (!isFiltered)
    return (
      <EmptyState title={noExchangesYet}>
        Здесь появится каждый файл из 1С: что в нём пришло и что не принято
      </EmptyState>
    )
  return (
    <EmptyState
      title={search.group === 'problems' ? 'Замечаний нет: всё, что прислала 1С, принято' : 'Таких прогонов нет'}
      action={<Button onClick={() => onChange({})}>Показать все</Button>}
    >
      Журнал хранится ограниченное время
    </EmptyState>
  )
}
