import { Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import { exchangeSource, type ExchangeRunDetails } from '#shared/api/staff/exchange-log.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { durationText } from '#web/ui/duration.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { dateTime, day, fileSize, quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { ignoresKey } from '#web/ui/page/Queue.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import type { RecordsSearch } from './exchange-url.ts'
import { LogRecords } from './LogRecords.tsx'
import { fileText, outcomeOf } from './run-texts.ts'
import { useRepeatRun } from './use-exchange-log.ts'
import styles from './exchange.module.css'

type RunViewProps = {
  run: ExchangeRunDetails
  frame: (parts: { children: ReactNode; footer: ReactNode }) => ReactNode
  search: RecordsSearch
  onChange: (search: RecordsSearch) => void
  /** The title of the page names it. */
  isPage?: boolean
}

/** A run: its figures, what it did not accept, its source file and the repeat. */
export function RunView({ run, frame, search, onChange, isPage }: RunViewProps) {
  const { text, tone } = outcomeOf(run)
  return frame({
    children: (
      <>
        <div className="row wrap">
          {!isPage && (
            <h2 className={styles.title}>
              {run.subject}, {dateTime(run.started_at)}
            </h2>
          )}
          <Tag {...(tone ? { tone } : {})}>{text}</Tag>
          <span className="grow" />
          <span className="dim nowrap">№ {run.id}</span>
        </div>
        {run.error !== '' && <Note tone={run.status === 'failed' ? 'bad' : 'warn'}>{run.error}</Note>}
        <Facts run={run} />
        <Numbers run={run} />
        {run.counts.length > 0 && <span className="small muted">{run.counts.join(' · ')}</span>}
        {run.records > 0 ? (
          <LogRecords run={run} search={search} onChange={onChange} />
        ) : (
          run.status === 'done' && <Note tone="ok">Принято всё, что было в файле.</Note>
        )}
      </>
    ),
    footer: <Footer run={run} />,
  })
}

function Facts({ run }: { run: ExchangeRunDetails }) {
  const { received_at: received, started_at: started, finished_at: finished, repeats, source } = run
  return (
    <dl className={styles.details}>
      <dt>Файл</dt>
      <dd>
        {fileText(run)}
        {source && `, ${fileSize(source.size_bytes)}`}
      </dd>
      {received !== null && (
        <>
          <dt>Данные на</dt>
          <dd>{dateTime(received)}</dd>
        </>
      )}
      <dt>{finished === null ? 'Начался' : 'Шёл'}</dt>
      <dd>
        {finished === null ? dateTime(started) : spentText(started, finished)}
        {run.speed !== null && `, ${quantity(run.speed)} записей/с`}
      </dd>
      {repeats !== null && (
        <>
          <dt>Повторяет</dt>
          <dd>
            <Link to="/admin/exchange" search={{ run: repeats }}>
              прогон № {repeats}
            </Link>
          </dd>
        </>
      )}
    </dl>
  )
}

function spentText(started: string, finished: string): string {
  const seconds = (Date.parse(finished) - Date.parse(started)) / 1000
  return seconds < 60 ? `${Math.max(1, Math.round(seconds))} с` : durationText(seconds)
}

function Numbers({ run: { items_done: done, created, changed, records } }: { run: ExchangeRunDetails }) {
  const numbers = [
    { name: 'Прочитано', value: done },
    { name: 'Новых', value: created },
    { name: 'Изменено', value: changed },
    { name: 'Отказы', value: records },
  ]
  return (
    <dl className={styles.numbers}>
      {numbers.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={name === 'Отказы' && value > 0 ? 'bad' : undefined}>{quantity(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Footer({ run }: { run: ExchangeRunDetails }) {
  const { id, source, repeat_refusal: refusal } = run
  const repeat = useRepeatRun()
  const isAllowed = refusal === '' && !repeat.isPending
  const { mutate } = repeat

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.code !== 'KeyR' || !event.shiftKey || !isAllowed || ignoresKey(event)) return
      event.preventDefault()
      mutate(id)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [id, isAllowed, mutate])

  return (
    <div className={styles.footer}>
      <small className="dim">{refusal === '' ? source && `Храним до ${day(source.kept_until)}` : refusal}</small>
      {source && (
        <FileLink href={endpointAddress(exchangeSource, { run: id })} className={buttonClass()}>
          <Icon name="download" /> Исходник
        </FileLink>
      )}
      {refusal === '' && (
        <Button
          variant="primary"
          busy={repeat.isPending}
          aria-keyshortcuts="Shift+R"
          title="Shift + R"
          onClick={() => mutate(id)}
        >
          <Icon name="reload" /> Повторить
        </Button>
      )}
    </div>
  )
}
