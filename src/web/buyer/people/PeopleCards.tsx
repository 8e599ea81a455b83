import { Link } from '@tanstack/react-router'
import list from '#web/ui/tables/paged-list.module.css'
import { AccessState, type PeopleRows } from './PeopleTable.tsx'
import { PersonLink } from './PersonLink.tsx'
import { awaitingText, contractsText, limitLine, roleName, accessText, signInText } from './texts.ts'
import styles from './people.module.css'

export function PeopleCards({ people, search, contractCount }: PeopleRows) {
  return (
    <ul className={list.cards} aria-label="Сотрудники">
      {people.map((person) => {
        const limits = limitLine(person)
        return (
          <li key={person.id} className={`${list.card} ${list.open}`}>
            <div className="row">
              <PersonLink person={person} search={search} />
              <span className="grow" />
              <AccessState person={person} />
            </div>
            <div className="row small dim">
              <span className="clip">{person.login}</span>
              <span className="grow" />
              <span className="nowrap">{signInText(person)}</span>
            </div>
            <div className="small">
              {roleName(person)} · договоры: {contractsText(person, contractCount)} · {accessText(person)}
            </div>
            {person.awaiting > 0 && (
              <Link to="/approvals" className={styles.awaiting}>
                {awaitingText(person)}
              </Link>
            )}
            {limits !== undefined && <div className="small">{limits}</div>}
          </li>
        )
      })}
    </ul>
  )
}
