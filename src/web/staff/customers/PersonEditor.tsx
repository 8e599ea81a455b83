import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { PersonFields } from '#web/parts/people/PersonFields.tsx'
import { invitationText } from '#web/parts/people/roles.ts'
import { usePersonForm } from '#web/parts/people/use-person-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { customerQuery, useInvitePerson, useSavePerson } from './use-customers.ts'

type EditorProps = {
  customer: CustomerDetails
  /** Undefined: a new one. */
  person: Manager | undefined
  hasHistory: boolean
  onClose: () => void
}

/** The owner's form of an employee. The initial values stay until the user reloads them. */
export function PersonEditor({ customer, person: given, hasHistory, onClose }: EditorProps) {
  const queries = useQueryClient()
  const [person, setPerson] = useState(given)

  async function reload() {
    const { people } = await queries.fetchQuery({ ...customerQuery(customer.id), staleTime: 0 })
    const current = people.find(({ id }) => id === person?.id)
    if (current) setPerson(current)
    else onClose()
  }

  return (
    <PersonDialog
      key={person?.version}
      customer={customer}
      person={person}
      hasHistory={hasHistory}
      onReload={reload}
      onClose={onClose}
    />
  )
}

function PersonDialog({
  customer,
  person,
  hasHistory,
  onReload,
  onClose,
}: EditorProps & { onReload: () => Promise<void> }) {
  const save = useSavePerson(customer.id)
  const { form, change, submit, element, errors, unsaved } = usePersonForm({ person, save, onSaved: onClose })
  return (
    <SaveDialog
      anchored
      width={520}
      title={person ? person.name || person.login : 'Новый сотрудник'}
      subject="сотрудника"
      form={element}
      unsaved={unsaved}
      saving={save.isPending}
      error={save.error}
      onReload={onReload}
      onSubmit={submit}
      onClose={onClose}
      extra={
        person &&
        hasHistory && (
          <Link to="/admin/audit" search={{ object: `account:${person.id}` }}>
            История
          </Link>
        )
      }
    >
      {person ? (
        <Invitation customerId={customer.id} person={person} />
      ) : (
        <p className="small muted">На почту придёт ссылка: по ней сотрудник задаст пароль и войдёт.</p>
      )}
      <PersonFields
        byStaff
        form={form}
        change={change}
        errors={errors}
        person={person}
        contracts={contractsOf(customer)}
      />
    </SaveDialog>
  )
}

/** Contracts of deleted contragents cannot be allotted. */
function contractsOf({ contracts, contragents }: CustomerDetails) {
  const known = new Set(contragents.flatMap((contragent) => contragent.contracts.map(({ id }) => id)))
  return contracts
    .filter(({ id }) => known.has(id))
    .map(({ id, number, contragent, stopped }) => ({ id, number, contragent, stopOrders: stopped }))
}

function Invitation({ customerId, person }: { customerId: number; person: Manager }) {
  const invite = useInvitePerson()
  const notify = useNotify()
  if (person.state !== 'invited' && person.state !== 'expired') return null
  return (
    <div className="row wrap small">
      <span className="muted">{invitationText(person)}</span>
      <span className="grow" />
      <Button
        small
        busy={invite.isPending}
        onClick={() =>
          invite.mutate(
            { id: customerId, account: person.id },
            {
              onSuccess: () => notify({ tone: 'ok', text: `Приглашение отправлено на ${person.login}`, fadeMs: 5000 }),
              onError: ({ message }) => notify({ tone: 'bad', title: 'Приглашение не отправлено', text: message }),
            },
          )
        }
      >
        Пригласить снова
      </Button>
    </div>
  )
}
