import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { finances } from '#shared/api/money/finances.ts'
import { call } from '#web/api/client.ts'
import { dateTime, money } from '#web/ui/format.ts'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import styles from './acts.module.css'

/** The finances page lists the others. */
const maxShown = 5

/** Current debt of each contract, for comparison with an act. */
export function DebtToday({ contracts }: { contracts: readonly { id: number; number: string }[] }) {
  const debts = useQueries({
    queries: contracts.slice(0, maxShown).map(({ id }) => ({
      queryKey: ['finances', 'debt', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(finances, { contract: id, perpage: 1 }, { signal }),
      staleTime: 60_000,
    })),
  })
  const asOf = debts.map(({ data }) => data?.as_of).find(Boolean)
  return (
    <Card title="Долг на сегодня" extra={asOf && <span className="small dim">1С, {dateTime(asOf)}</span>}>
      <CardBody>
        <dl className={styles.debts}>
          {debts.map(({ data }, index) => (
            <div key={contracts[index]?.id}>
              <dt>№ {contracts[index]?.number}</dt>
              <dd>{data ? money(data.debt) : <Skeleton width={70} />}</dd>
              {data?.overdue ? (
                <>
                  <dt className={styles.inner}>просрочено</dt>
                  <dd className="bad">{money(data.overdue)}</dd>
                </>
              ) : null}
            </div>
          ))}
        </dl>
        <Link to="/finances" className="small">
          Из чего складывается
        </Link>
      </CardBody>
    </Card>
  )
}
