import type { Manager } from '#shared/api/organisation/managers.ts'
import { isOwner } from '#shared/rules/parties/role-rights.ts'
import { roleOf } from '#web/parts/people/roles.ts'

/** What is lost without this person; '' unless no other owner has joined and can sign in. */
export function lastOwnerWarning(person: Manager, people: readonly Manager[]): string {
  const manages = (each: Manager) => each.state === 'active' && isOwner(roleOf(each))
  const isLast = manages(person) && !people.some((each) => each.id !== person.id && manages(each))
  return isLast ? `${person.name || person.login} – последний владелец, управлять организацией будет некому.` : ''
}
