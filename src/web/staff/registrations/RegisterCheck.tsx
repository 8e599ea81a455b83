import type { RegisterComparison, RegisterField, Registration } from '#shared/api/staff/registrations.ts'
import { Button } from '#web/ui/Button.tsx'
import { shortDateTime } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import table from '#web/ui/tables/table.module.css'
import { fieldLabels } from './texts.ts'
import { useRecheck, useCopyFromRegister } from './use-registrations.ts'
import styles from './registrations.module.css'

/** Requisites compared with the register; only differences are shown in full. */
export function RegisterCheck({ request }: { request: Registration }) {
  const notify = useNotify()
  const recheck = useRecheck()
  const { id, decision, comparison, register_checked_at: checkedAt, register_asked: isQueried } = request
  const isOpen = decision.at === null
  const isCompared = comparison.some(({ field }) => field !== 'bank')
  return (
    <section className={styles.section}>
      <div className="row wrap">
        <h3>Реквизиты</h3>
        <span className="dim small">
          {checkedAt ? `сверено с ЕГРЮЛ ${shortDateTime(checkedAt)}` : 'ЕГРЮЛ не проверен'}
        </span>
        <span className="grow" />
        {isOpen && isQueried && (
          <Button
            small
            busy={recheck.isPending}
            onClick={() =>
              recheck.mutate(
                { id },
                { onError: ({ message }) => notify({ tone: 'bad', title: 'Не сверено', text: message }) },
              )
            }
          >
            Сверить снова
          </Button>
        )}
      </div>
      {request.register_missing && <Note tone="bad">В ЕГРЮЛ нет организации с ИНН {request.inn}.</Note>}
      {!isCompared && !request.register_missing && !isQueried && (
        <Note>
          Чтобы реквизиты сверялись сами, администратору нужен ключ DaData. Пока проверьте их на сайте налоговой.
        </Note>
      )}
      {isCompared && (
        <div className={styles.frame}>
          <table className={table.table}>
            <caption className="unseen">Реквизиты в заявке и в ЕГРЮЛ</caption>
            <colgroup>
              <col style={{ width: 28 }} />
              <col style={{ width: 104 }} />
              <col />
              <col />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">
                  <span className="unseen">Сходится</span>
                </th>
                <th scope="col">Поле</th>
                <th scope="col">В заявке</th>
                <th scope="col">В ЕГРЮЛ</th>
              </tr>
            </thead>
            <tbody>
              {comparison.map((row) => (
                <Row key={row.field} id={id} row={row} isOpen={isOpen} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const copyableFields: readonly string[] = ['company', 'ogrn', 'legal_address', 'head_name']
const isCopyable = (field: string): field is RegisterField => copyableFields.includes(field)

function Row({ id, row, isOpen }: { id: number; row: RegisterComparison; isOpen: boolean }) {
  const notify = useNotify()
  const copyField = useCopyFromRegister()
  const { field, same, given } = row
  return (
    <tr className={styles.compared}>
      <td className={same === false ? 'warn' : same ? 'ok' : 'dim'}>
        <Icon name={same === false ? 'warning' : same ? 'check' : 'minus'} size={14} />
        <span className="unseen">{same === false ? 'не сходится' : same ? 'сходится' : 'не с чем сверить'}</span>
      </td>
      <th scope="row">{fieldLabels[field]}</th>
      <td>{given || '–'}</td>
      <td className={same === false ? undefined : 'dim'}>
        <Comparison row={row} />
        {same === false && isOpen && isCopyable(field) && (
          <>
            {' '}
            <button
              type="button"
              className={styles.link}
              aria-label={`${fieldLabels[field]}: взять из ЕГРЮЛ`}
              aria-busy={copyField.isPending || undefined}
              onClick={() =>
                copyField.mutate(
                  { id, field },
                  { onError: ({ message }) => notify({ tone: 'bad', title: 'Не взято', text: message }) },
                )
              }
            >
              взять
            </button>
          </>
        )}
      </td>
    </tr>
  )
}

function Comparison({ row: { field, same, register, aside, more } }: { row: RegisterComparison }) {
  if (field === 'bank')
    return same === null ? '–' : same ? 'контрольное число сходится' : 'контрольное число не сходится'
  if (same === null) return '–'
  if (field === 'state') return <mark className={same ? undefined : styles.mark}>{register}</mark>
  if (same) return ['то же', aside].filter(Boolean).join(', ')
  if (more.length > 0)
    return (
      <>
        ещё <mark className={styles.mark}>{more.join(', ')}</mark>
      </>
    )
  return <mark className={styles.mark}>{register}</mark>
}
