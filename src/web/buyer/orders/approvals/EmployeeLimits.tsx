import type { Employee } from '#shared/api/approvals.ts'
import { Button } from '#web/ui/Button.tsx'
import { money } from '#web/ui/format.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import table from '#web/ui/tables/table.module.css'
import { periodText } from './texts.ts'
import styles from './approvals.module.css'

type LimitsProps = { employees: readonly Employee[]; onEdit: (employee: Employee) => void }

export function EmployeeLimits(props: LimitsProps) {
  return usePhone() ? <Cards {...props} /> : <Table {...props} />
}

function Table({ employees, onEdit }: LimitsProps) {
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <caption className="unseen">Лимиты сотрудников</caption>
        <colgroup>
          <col />
          <col />
          <col style={{ width: 150 }} />
          <col style={{ width: 200 }} />
          <col style={{ width: 150 }} />
          <col style={{ width: 100 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Сотрудник</th>
            <th scope="col">Логин</th>
            <th scope="col" className={table.number}>
              На заказ
            </th>
            <th scope="col" className={table.number}>
              За период
            </th>
            <th scope="col" className={table.number}>
              Заказано
            </th>
            <th scope="col">
              <span className="unseen">Изменить</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {employees.map((employee) => (
            <tr key={employee.id}>
              <td>{employee.name}</td>
              <td className="dim" title={employee.login}>
                {employee.login}
              </td>
              <td className={table.number}>{limit(employee.order_limit)}</td>
              <td className={table.number}>{periodLimit(employee)}</td>
              <td className={`${table.number} ${isNear(employee) ? 'warn bold' : ''}`}>{money(employee.spent)}</td>
              <td className={table.field}>
                <Button small aria-label={`Изменить лимиты: ${employee.name}`} onClick={() => onEdit(employee)}>
                  Изменить
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards({ employees, onEdit }: LimitsProps) {
  return (
    <ul className={styles.waitingOrders} aria-label="Лимиты сотрудников">
      {employees.map((employee) => (
        <li key={employee.id}>
          <div className={styles.facts}>
            <b className="bold">{employee.name}</b>
            <span className="dim">{employee.login}</span>
            <span>На заказ: {limit(employee.order_limit)}</span>
            <span>За период: {periodLimit(employee)}</span>
            <span>
              Заказано: <span className={isNear(employee) ? 'warn bold' : ''}>{money(employee.spent)}</span>
            </span>
          </div>
          <div className={styles.actions}>
            <Button aria-label={`Изменить лимиты: ${employee.name}`} onClick={() => onEdit(employee)}>
              Изменить
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function limit(roubles: number | null): string {
  return roubles === null ? 'без лимита' : money(roubles)
}

function periodLimit({ period_limit, period }: Employee): string {
  return period_limit === null ? 'без лимита' : `${money(period_limit)} ${periodText[period]}`
}

/** At least nine tenths of the period's limit are used. */
function isNear({ period_limit, spent }: Employee): boolean {
  return period_limit !== null && spent >= period_limit * 0.9
}
