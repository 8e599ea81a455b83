import type { UseMutationResult } from '@tanstack/react-query'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { invitationText, sentText } from './invitation-texts.ts'

/** Mails a new link to the person with the id. */
type Invite = UseMutationResult<unknown, Error, number>

/** State of the invitation, or what happens after creating a person. */
export function Invited({ person, invite }: { person: Manager | undefined; invite: Invite }) {
  if (!person) return <p className="small muted">На почту придёт ссылка: по ней сотрудник задаст пароль и войдёт.</p>
  if (person.state !== 'invited' && person.state !== 'expired') return null
  return (
    <div className="row wrap small">
      <span className="muted">{invitationText(person)}</span>
      <span className="grow" />
      <InviteButton person={person} invite={invite} />
    </div>
  )
}

export function InviteButton({ person, invite }: { person: Manager; invite: Invite }) {
  const notify = useNotify()
  return (
    <Button
      small
      busy={invite.isPending}
      onClick={() =>
        invite.mutate(person.id, {
          onSuccess: () => notify({ tone: 'ok', text: sentText(person), fadeMs: 5000 }),
          onError: ({ message }) => notify({ tone: 'bad', title: 'Приглашение не отправлено', text: message }),
        })
      }
    >
      Пригласить снова
    </Button>
  )
}
