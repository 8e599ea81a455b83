import type { ReactNode } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import type { SetupStep } from './use-setup.ts'
import styles from './first-run.module.css'

const order: readonly SetupStep[] = ['administrator', 'firm', 'account', 'export', 'contract', 'done']
const titles = {
  administrator: 'Администратор',
  firm: 'Ваша фирма',
  account: 'Вход для 1С',
  export: 'Первая выгрузка',
  contract: 'Первый договор',
}
type Listed = keyof typeof titles

type ListProps = {
  current: SetupStep
  done: ReadonlySet<SetupStep>
  below: Record<Listed, string>
  children?: ReactNode
}

export function StepList({ current, done, below, children }: ListProps) {
  return (
    <div className={styles.steps}>
      <h1>Запуск портала</h1>
      <ol aria-label="Шаги запуска">
        {(Object.keys(titles) as Listed[]).map((step, index) => (
          <li
            key={step}
            data-stage={done.has(step) ? 'done' : step === current ? 'now' : 'ahead'}
            aria-current={step === current ? 'step' : undefined}
          >
            <i aria-hidden="true">{done.has(step) ? <Icon name="check" size={12} /> : index + 1}</i>
            <span>
              <b>{titles[step]}</b>
              {done.has(step) && <span className="unseen">, готово</span>}
              <small>{below[step]}</small>
            </span>
          </li>
        ))}
      </ol>
      {children}
    </div>
  )
}

/** All steps before this one. */
export function stepsBefore(current: SetupStep): Set<SetupStep> {
  return new Set(order.slice(0, order.indexOf(current)))
}
