import type { FirstExport } from '#shared/api/setup.ts'
import { plural } from '#shared/rules/plural.ts'
import { counted, moment, quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/Page.tsx'
import { Tag, type Tone } from '#web/ui/Tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import styles from './first-run.module.css'

const kinds: Record<FirstExport['kinds'][number]['kind'], string> = { groups: 'Группы', goods: 'Товары', offers: 'Предложения', prices: 'Цены', stocks: 'Остатки' }
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
const quietMs = 10 * 60_000

type ExportProps = { progress: FirstExport; lastSignIn: string | null }

/** What 1C has sent so far, by kind of record. */
export function ExportStep({ progress, lastSignIn }: ExportProps) {
  const { state, started_at: startedAt, rejected } = progress
  const { label, tone } = states[state]
  return (
    <Card
      title="Первая выгрузка"
      beside={
        <>
          {startedAt !== null && state !== 'connected' && <span className="small dim">началась {moment(startedAt)}</span>}
          <span role="status">
            <Tag {...(tone ? { tone } : {})}>{label}</Tag>
          </span>
        </>
      }
    >
      <CardBody>
        <div className="column">
          <Advice state={state} lastSignIn={lastSignIn} />
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

/** What to do when nothing moves. */
function Advice({ state, lastSignIn }: { state: FirstExport['state']; lastSignIn: string | null }) {
  const now = useNow(30_000)
  if (state === 'waiting') return <p className="muted">Настройте обмен в 1С и запустите выгрузку: страница обновляется сама. Её можно закрыть, выгрузка продолжится.</p>
  if (state === 'failed') return <Note tone="bad">Часть файлов не принята, причина указана ниже. Исправьте её в 1С и выгрузите ещё раз.</Note>
  if (state !== 'connected') return null
  const quiet = lastSignIn !== null && now.getTime() - new Date(lastSignIn).getTime() > quietMs
  if (!quiet) return <p className="muted">1С вошла, но файлов пока не прислала. Большой базе нужно несколько минут, чтобы собрать выгрузку.</p>
  return <Note tone="warn">1С вошла, но файлов не прислала. Проверьте в 1С, что в настройках обмена включена выгрузка товаров и отобраны группы, и запустите её ещё раз.</Note>
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
              {total !== null && state !== 'failed' && state !== 'done' ? `${quantity(done)} из ${quantity(total)}` : files[state]}
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
  const said = reasons.map((each) => `${each.reason.toLowerCase()}: ${quantity(each.count)}`).join('; ')
  return (
    <div className={styles.rejected}>
      <span className="row">
        <Icon name="warning" className="warn" />
        <span>
          <b className="bold">
            {plural(count, ['Не принята', 'Не приняты', 'Не принято'])} {counted(count, ['запись', 'записи', 'записей'])}:
          </b> {said}. Остальным это не мешает.
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
        {items.length < count && <p className="small dim">Показаны первые {quantity(items.length)}. Полный список – в «Настройках», раздел «Журнал обмена».</p>}
      </details>
    </div>
  )
}
