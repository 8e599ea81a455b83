import type { Manager } from '#shared/api/organisation/managers.ts'
import { invitationText } from '#web/parts/people/invitation-texts.ts'
import { InviteButton } from '#web/parts/people/Invited.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useInvite } from './use-people.ts'

/** Employees whose invitation expired before they accepted it. */
export function InvitationNotes({ people }: { people: readonly Manager[] }) {
  return people
    .filter(({ state }) => state === 'expired')
    .slice(0, 3)
    .map((person) => <ExpiredNote key={person.id} person={person} />)
}

function ExpiredNote({ person }: { person: Manager }) {
  return (
    <Note tone="warn" action={<InviteButton person={person} invite={useInvite()} />}>
      <b>{person.name}: входа ещё не было.</b> {invitationText(person)}
    </Note>
  )
}
