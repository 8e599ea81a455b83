import { Link } from '@tanstack/react-router'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { isLimited } from '#shared/rules/parties/role-rights.ts'
import { roleOf } from '#web/parts/people/roles.ts'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import type { PeopleSearch } from './people-url.ts'
import { PersonLink } from './PersonLink.tsx'
import { awaitingText, contractsText, limitTexts, roleName, accessText, signInText, states } from './texts.ts'
import styles from './people.module.css'

export type PeopleRows = { people: readonly Manager[]; search: PeopleSearch; contractCount: number | undefined }

export function PeopleTable({ people, search, contractCount }: PeopleRows) {
  return (
    <div className={table.frame}>
      <table className={table.table}>
        <caption className="unseen">Сотрудники</caption>
        <colgroup>
          <col />
          <col style={{ width: 82 }} />
          <col style={{ width: 92 }} />
          <col style={{ width: 86 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 88 }} />
          <col style={{ width: 92 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Сотрудник</th>
            <th scope="col">Роль</th>
            <th scope="col">Договоры</th>
            <th scope="col" className={table.number}>
              На заказ, ₽
            </th>
            <th scope="col">Видит</th>
            <th scope="col">Вход</th>
            <th scope="col">Доступ</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Row key={person.id} person={person} search={search} contractCount={contractCount} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { person: Manager } & Omit<PeopleRows, 'people'>

function Row({ person, search, contractCount }: RowProps) {
  const limits = limitTexts(person)
  return (
    <tr className={`${list.open} ${table.two}`} data-on={search.person === person.id || undefined}>
      <td title={person.login}>
        <PersonLink person={person} search={search} />
        <small className={`${styles.login} dim`}>{person.login}</small>
      </td>
      <td>{roleName(person)}</td>
      <td title={contractsText(person, contractCount)}>{contractsText(person, contractCount)}</td>
      <td className={table.number}>
        <span className={isLimited(roleOf(person)) ? undefined : 'dim'}>{limits.order}</span>
        <br />
        {person.awaiting > 0 ? (
          <Link to="/approvals" className={styles.awaiting}>
            {awaitingText(person)}
          </Link>
        ) : (
          <small className="dim">{limits.period}</small>
        )}
      </td>
      <td title={accessText(person)}>{accessText(person)}</td>
      <td className={person.last_sign_in === null ? 'dim' : undefined}>{signInText(person)}</td>
      <td>
        <AccessState person={person} />
      </td>
    </tr>
  )
}

export function AccessState({ person: { state } }: { person: Pick<Manager, 'state'> }) {
  const { text, tone } = states[state]
  return state === 'active' ? <span className={styles.quiet}>{text}</span> : <Tag tone={tone}>{text}</Tag>
}
