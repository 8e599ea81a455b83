import { Link } from '@tanstack/react-router'
import type { ExchangeRun } from '#shared/api/staff/exchange-log.ts'
import { paginationCells } from '#shared/constants.ts'
import { noExchangesYet } from '#shared/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { withCount, dateTime } from '#web/ui/format.ts'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Pager } from '#web/ui/tables/Pager.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag, type Tone } from '#web/ui/Tag.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { LogRecords } from './LogRecords.tsx'
import type { LogSearch } from './log-url.ts'
import { useExchangeLog } from './use-exchange-log.ts'
import styles from './exchange-log.module.css'

type ExchangeLogProps = { search: LogSearch; onChange: (search: LogSearch) => void }

const recordForms = ['запись с замечанием', 'записи с замечаниями', 'записей с замечаниями'] as const
const statuses: Record<ExchangeRun['status'], { label: string; tone?: Tone }> = {
  running: { label: 'идёт', tone: 'info' },
  done: { label: 'готово', tone: 'ok' },
  failed: { label: 'с ошибкой', tone: 'bad' },
  waiting: { label: 'ждёт решения', tone: 'warn' },
  dismissed: { label: 'отклонено' },
}

/** Recent exchange runs with 1C and their rejected records. */
export function ExchangeLog({ search, onChange }: ExchangeLogProps) {
  const { data, error, isPlaceholderData, refetch } = useExchangeLog(search)
  const phone = usePhone()
  return (
    <Card
      title="Журнал обмена"
      extra={
        <Segments
          label="Какие запуски"
          options={[
            { value: 'all', label: 'Все' },
            { value: 'problems', label: 'С замечаниями' },
          ]}
          value={search.problems === 1 ? 'problems' : 'all'}
          onChange={(value) => onChange(value === 'problems' ? { problems: 1 } : {})}
        />
      }
    >
      {data ? (
        <div className={styles.log}>
          {data.items.length === 0 ? (
            <NoRuns search={search} onReset={() => onChange({})} />
          ) : (
            <ul className={styles.runs} aria-label="Запуски обмена" aria-busy={isPlaceholderData}>
              {data.items.map((run) => (
                <Run key={run.id} run={run} search={search} onChange={onChange} />
              ))}
            </ul>
          )}
          <Pager
            page={search.page ?? 1}
            pages={data.pagination.pages}
            max={phone ? paginationCells.min : undefined}
            link={({ page, label, current, children }) => (
              <Link
                to="/admin/settings"
                search={{ ...(search.problems && { problems: 1 }), ...(page > 1 && { page }) }}
                resetScroll={false}
                aria-label={label}
                aria-current={current ? 'page' : undefined}
                activeProps={{}}
              >
                {children}
              </Link>
            )}
          />
        </div>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <CardBody>
          <Skeleton width="80%" height={20} />
        </CardBody>
      )}
    </Card>
  )
}

function Run({ run, search, onChange }: ExchangeLogProps & { run: ExchangeRun }) {
  const { id, type, name, status, started_at: started, counts, error, records } = run
  const { run: opened, records: page, ...others } = search
  const open = opened === id
  const { label, tone } = statuses[status]
  return (
    <li>
      <div className={styles.runHead}>
        <b>{type === 'deactivation' ? 'Снятие с продажи того, чего нет в выгрузке' : name}</b>
        <Tag {...(tone ? { tone } : {})}>{label}</Tag>
        <span className="small dim nowrap">{dateTime(started)}</span>
      </div>
      {error !== '' && <span className={status === 'failed' ? 'small bad' : 'small muted'}>{error}</span>}
      {counts.length > 0 && <span className="small muted">{counts.join(' · ')}</span>}
      {records > 0 && (
        <span>
          <Button
            small
            aria-expanded={open}
            aria-label={`${withCount(records, recordForms)}: ${name}`}
            onClick={() => onChange(open ? others : { ...others, run: id })}
          >
            {withCount(records, recordForms)}
          </Button>
        </span>
      )}
      {open && records > 0 && <LogRecords run={id} name={name} page={page ?? 1} search={others} />}
    </li>
  )
}

function NoRuns({ search: { page, problems }, onReset }: { search: LogSearch; onReset: () => void }) {
  if (page === undefined && problems === undefined)
    return (
      <EmptyState title={noExchangesYet}>
        Здесь появится каждый файл из 1С: что в нём пришло и что не принято
      </EmptyState>
    )
  return (
    <EmptyState
      title={problems === 1 ? 'Замечаний нет: всё, что прислала 1С, принято' : 'На этой странице журнала ничего нет'}
      action={<Button onClick={onReset}>Показать все</Button>}
    >
      Журнал хранится ограниченное время
    </EmptyState>
  )
}
