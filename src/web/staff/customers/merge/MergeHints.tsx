import { Link } from '@tanstack/react-router'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import styles from './merge.module.css'

type HintsProps = { customer: CustomerDetails; onMerge: (other: { id: number; name: string; inn: string }) => void }

const reasons: Record<CustomerDetails['similar'][number]['by'], string> = {
  inn: 'тот же ИНН',
  phone: 'тот же телефон владельца',
  mail: 'почта владельца на том же домене',
}

/** Which customers may be the same one, and which ones came to it. */
export function MergeHints({ customer: { absorbed, similar }, onMerge }: HintsProps) {
  return (
    <>
      {similar.map(({ id, header, by }) => (
        <Note
          key={id}
          tone={by === 'inn' ? 'warn' : undefined}
          action={
            <Button small onClick={() => onMerge({ id, name: header, inn: '' })}>
              Объединить…<span className="unseen"> с {header}</span>
            </Button>
          }
        >
          Похожа на <CustomerLink id={id} header={header} />: {reasons[by]}
        </Note>
      ))}
      {absorbed.length > 0 && (
        <p className="small dim">
          Вошли организации:{' '}
          {absorbed.map(({ id, header }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <CustomerLink id={id} header={header} />
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** All that a closed customer still is. */
export function MergedInto({ into: { id, header } }: { into: NonNullable<CustomerDetails['merged_into']> }) {
  return (
    <EmptyState
      title={`Объединена с ${header}`}
      action={
        <Link to="/admin/customers/$id" params={{ id: String(id) }} className={buttonClass()}>
          Открыть {header}
        </Link>
      }
    >
      Люди, договоры, заказы, документы и переписка перешли туда. Здесь остался журнал
    </EmptyState>
  )
}

function CustomerLink({ id, header }: { id: number; header: string }) {
  return (
    <Link to="/admin/customers/$id" params={{ id: String(id) }} className={styles.link}>
      {header}
    </Link>
  )
}
