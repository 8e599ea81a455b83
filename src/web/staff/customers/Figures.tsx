import type { ReactNode } from 'react'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { money, withCount } from '#web/ui/format.ts'
import { overdueText, turnoverChange } from './texts.ts'
import styles from './customers.module.css'

type Shown = CustomerDetails['figures']

/** Money of all contracts in one strip. */
export function Figures({ figures }: { figures: Shown }) {
  const { debt, overdue, overdue_days, credit_limit, available, turnover, previous_turnover, orders } = figures
  return (
    <dl className={styles.figures}>
      <Figure name="Долг">{money(debt)}</Figure>
      <Figure name="Просрочено" note={overdueText(overdue_days)} tone={overdue > 0 ? 'bad' : undefined}>
        {money(overdue)}
      </Figure>
      <Figure name="Лимит" note={available === null ? undefined : `доступно ${money(available)}`}>
        {credit_limit === null ? 'нет' : money(credit_limit)}
      </Figure>
      <Figure name="Оборот, 90 дней" note={turnoverChange({ turnover, previous: previous_turnover })}>
        {money(turnover)}
      </Figure>
      <Figure name="Заказов всего">
        {orders === 0 ? 'ни одного' : withCount(orders, ['заказ', 'заказа', 'заказов'])}
      </Figure>
    </dl>
  )
}

type FigureProps = { name: string; note?: string | undefined; tone?: 'bad' | undefined; children: ReactNode }

function Figure({ name, note, tone, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={tone}>{children}</dd>
      {note !== undefined && note !== '' && <dd className={styles.figureNote}>{note}</dd>}
    </div>
  )
}
