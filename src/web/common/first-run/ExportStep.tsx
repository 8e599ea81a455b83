import type { FirstExport, Setup } from '#shared/api/account/setup.ts'
import { plural } from '#shared/rules/plural.ts'
import { withCount, dateTime, quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Tag, type Tone } from '#web/ui/Tag.tsx'
import { ExportAdvice } from './ExportAdvice.tsx'
import styles from './first-run.module.css'

const kinds: Record<FirstExport['kinds'][number]['kind'], string> = {
  groups: 'Группы',
  goods: 'Товары',
  offers: 'Предложения',
  prices: 'Цены',
  stocks: 'Остатки',
}
const kindStates = { waiting: 'ждём', running: 'идёт', done: 'принято' }
const states: Record<FirstExport['state'], { label: string; tone?: Tone }> = {
  waiting: { label: 'ждём 1С' },
  connected: { label: '1С на связи', tone: 'info' },
  running: { label: 'идёт', tone: 'info' },
  done: { label: 'принята', tone: 'ok' },
  failed: { label: 'с ошибкой', tone: 'bad' },
}
const files: Record<FirstExport['files'][number]['state'], string> = {
  receiving: 'принимаем',
  queued: 'в очереди',
  attachments: 'картинки загружаются',
  done: 'принят',
  failed: 'не принят',
}

type ExportProps = { progress: FirstExport; account: NonNullable<Setup['exchange_account']>; address: string }

/** Progress of 1C's export by kind of record. */
export function ExportStep({ progress, account, address }: ExportProps) {
  const { state, started_at: startedAt, per_second: rate, rejected } = progress
  const { label, tone } = states[state]
  return (
    <Card
      title="Первая выгрузка"
      extra={
        <>
          {startedAt !== null && state !== 'connected' && (
            <span className="small dim">
              началась {dateTime(startedAt)}
              {rate !== null && rate > 0 && `, ${withCount(rate, ['запись', 'записи', 'записей'])} в секунду`}
            </span>
          )}
          <span role="status">
            <Tag {...(tone ? { tone } : {})}>{label}</Tag>
          </span>
        </>
      }
    >
      <CardBody>
        <div className="column">
          <ExportAdvice progress={progress} account={account} address={address} />
          <FileList progress={progress} />
          <table className={styles.kinds}>
            <caption className="unseen">Что пришло из 1С</caption>
            <thead className="unseen">
              <tr>
                <th scope="col">Что</th>
                <th scope="col">Принято</th>
                <th scope="col">Состояние</th>
              </tr>
            </thead>
            <tbody>
              {progress.kinds.map(({ kind, accepted, staged, rejected: refused, state: of }) => (
                <tr key={kind} data-state={of}>
                  <th scope="row">{kinds[kind]}</th>
                  <td className="bold">{quantity(accepted)}</td>
                  <td className="small dim">
                    {kindStates[of]}
                    {refused > 0 && <span className="warn">, не принято {quantity(refused)}</span>}
                    {staged > 0 && <span className="warn">, ждут товара {quantity(staged)}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {rejected.count > 0 && <Rejected rejected={rejected} />}
        </div>
      </CardBody>
    </Card>
  )
}

function FileList({ progress: { files: all } }: { progress: FirstExport }) {
  if (all.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Файлы выгрузки">
      {all.map(({ name, state, done, total, error }, index) => (
        <li key={`${index} ${name}`}>
          <span className="row">
            <span className="clip" title={name}>
              {name}
            </span>
            <span className="grow" />
            <span className={`small nowrap ${state === 'failed' ? 'bad' : 'dim'}`}>
              {total !== null && state !== 'failed' && state !== 'done'
                ? `${quantity(done)} из ${quantity(total)}`
                : files[state]}
            </span>
          </span>
          {state === 'queued' && total !== null && <progress aria-label={name} max={Math.max(1, total)} value={done} />}
          {error !== '' && <span className="small bad">{error}</span>}
        </li>
      ))}
    </ul>
  )
}

function Rejected({ rejected: { count, reasons, items } }: Pick<FirstExport, 'rejected'>) {
  const reasonsText = reasons.map((each) => `${each.reason.toLowerCase()}: ${quantity(each.count)}`).join('; ')
  return (
    <div className={styles.rejected}>
      <span className="row">
        <Icon name="warning" className="warn" />
        <span>
          <b className="bold">
            {plural(count, ['Не принята', 'Не приняты', 'Не принято'])}{' '}
            {withCount(count, ['запись', 'записи', 'записей'])}:
          </b>{' '}
          {reasonsText}. Остальным это не мешает.
        </span>
      </span>
      <details>
        <summary>Показать</summary>
        <ul>
          {items.map(({ name, code, reason }, index) => (
            <li key={index}>
              {name || code}: <span className="muted">{reason.toLowerCase()}</span>
            </li>
          ))}
        </ul>
        {items.length < count && (
          <p className="small dim">
            Показаны первые {quantity(items.length)}. Полный список – в «Настройках», раздел «Журнал обмена».
          </p>
        )}
      </details>
    </div>
  )
}
