import { Link } from '@tanstack/react-router'
import type { StaffPriceType } from '#shared/api/staff/prices.ts'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useContractsOfType } from './use-staff-prices.ts'
import styles from './prices.module.css'

/** The contracts that sell at a price type, with links to their organisations. */
export function ContractsDialog({ type, onClose }: { type: StaffPriceType; onClose: () => void }) {
  const { data, error, refetch } = useContractsOfType(type.id)
  return (
    <Modal opened width={560} title={`Договоры с типом цен «${type.header}»`} onClose={onClose}>
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton width="60%" height={80} />
      ) : (
        <>
          <ul className={styles.contracts}>
            {data.map(({ id, number, contragent, customer }) => (
              <li key={id}>
                <Link to="/admin/customers/$id" params={{ id: String(customer) }}>
                  № {number}
                </Link>
                <span className="muted">{contragent}</span>
              </li>
            ))}
          </ul>
          {data.length < type.contracts && (
            <p className="small dim">
              Показаны первые {data.length} из {type.contracts}. Остальные найдёт поиск по организациям
            </p>
          )}
        </>
      )}
    </Modal>
  )
}
