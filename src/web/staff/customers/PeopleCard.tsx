import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { money, shortDateTime } from '#web/ui/format.ts'
import { initialsOf } from '#web/ui/initials.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import styles from './customers.module.css'

type Person = CustomerDetails['people'][number]

export function PeopleCard({ people }: { people: readonly Person[] }) {
  return (
    <Card title="Сотрудники" extra={<span className="dim">{people.length}</span>}>
      {people.length === 0 ? (
        <EmptyState title="Никто не может войти">Доступ откроется, когда вы одобрите заявку владельца</EmptyState>
      ) : (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id} className={person.enabled ? undefined : 'dim'}>
              <span className={styles.avatar} aria-hidden="true">
                {initialsOf(person.name || person.login)}
              </span>
              <span className={styles.person}>
                <span>
                  {person.name || person.login} <Seen person={person} />
                </span>
                <span className="small dim">{accessText(person)}</span>
                <span className="small dim">{[person.login, person.phone].filter(Boolean).join(' · ')}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Seen({ person: { enabled, online, last_sign_in } }: { person: Person }) {
  if (!enabled) return <span className="small">отключён</span>
  if (online) return <span className="small ok">сейчас</span>
  return <span className="small dim">{last_sign_in === null ? 'ещё не входил' : shortDateTime(last_sign_in)}</span>
}

/** 'менеджер · № 114-О, № 31-С · до 300 000 ₽' */
function accessText({ role, all_contracts, contracts, order_limit }: Person): string {
  const allotted = all_contracts ? 'все договоры' : contracts.map((number) => `№ ${number}`).join(', ')
  const limit = order_limit !== null && `до ${money(order_limit)}`
  return [role.toLowerCase(), allotted || 'без договоров', limit].filter(Boolean).join(' · ')
}
