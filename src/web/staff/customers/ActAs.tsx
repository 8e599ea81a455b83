import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { buyerRoleNames } from '#shared/rules/parties/buyer-role-names.ts'
import { roleOf } from '#web/parts/people/roles.ts'
import { Button } from '#web/ui/Button.tsx'
import { DropPanel } from '#web/ui/dialogs/DropPanel.tsx'
import styles from './customers.module.css'

/** Beginning to act as a person of the customer. */
export type ActAs = { start: (account: number) => void; starting: number | undefined }

/** Whether the person can sign in, so that staff may act as them. */
export function isActable({ state }: Manager): boolean {
  return state === 'active'
}

/** The people as whom one may act, in a panel. */
export function ActAsMenu({ customer, actAs }: { customer: CustomerDetails; actAs: ActAs }) {
  const people = customer.status === 'active' ? customer.people.filter(isActable) : []
  if (people.length === 0) return null
  return (
    <DropPanel icon="enter" label="Войти как покупатель">
      {() => (
        <ul className={styles.actAs}>
          {people.map((person) => (
            <li key={person.id}>
              <span className={styles.person}>
                {person.name || person.login}
                <span className="small dim">{buyerRoleNames[roleOf(person).role].toLowerCase()}</span>
              </span>
              <ActAsButton person={person} actAs={actAs} />
            </li>
          ))}
        </ul>
      )}
    </DropPanel>
  )
}

export function ActAsButton({ person: { id, name, login }, actAs }: { person: Manager; actAs: ActAs }) {
  return (
    <Button small busy={actAs.starting === id} onClick={() => actAs.start(id)}>
      Войти<span className="unseen"> как {name || login}</span>
    </Button>
  )
}
