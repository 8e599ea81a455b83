import type { Manager } from '#shared/api/organisation/managers.ts'
import { invitationText } from '#web/parts/people/roles.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useInvite } from './use-people.ts'

/** Employees whose invitation expired before they accepted it. */
export function InvitationNotes({ people }: { people: readonly Manager[] }) {
  return people
    .filter(({ state }) => state === 'expired')
    .slice(0, 3)
    .map((person) => (
      <Note key={person.id} tone="warn" action={<InviteButton person={person} />}>
        <b>{person.name}: входа ещё не было.</b> {invitationText(person)}
      </Note>
    ))
}

export function InviteButton({ person: { id, login } }: { person: Manager }) {
  const invite = useInvite()
  const notify = useNotify()
  return (
    <Button
      small
      busy={invite.isPending}
      onClick={() =>
        invite.mutate(id, {
          onSuccess: () => notify({ tone: 'ok', text: `Приглашение отправлено на ${login}`, fadeMs: 3000 }),
          onError: ({ message }) => notify({ tone: 'bad', text: message }),
        })
      }
    >
      Пригласить снова
    </Button>
  )
}
