import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { isOwner } from '#shared/rules/parties/role-rights.ts'
import { Invited } from '#web/parts/people/Invited.tsx'
import { PersonFields } from '#web/parts/people/PersonFields.tsx'
import { roleOf } from '#web/parts/people/roles.ts'
import { usePersonRemoval } from '#web/parts/people/use-person-removal.ts'
import { usePersonForm } from '#web/parts/people/use-person-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { allottableContracts } from './allottable-contracts.ts'
import { lastOwnerWarning } from './last-owner.ts'
import { customerQuery, useDeletePerson, useInvitePerson, useSavePerson } from './use-customers.ts'

type EditorProps = {
  customer: CustomerDetails
  /** As it is now; undefined: a new one. */
  person: Manager | undefined
  hasHistory: boolean
  /** Opens the dialog that moves the person; undefined for a new one. */
  onMove?: () => void
  onClose: () => void
}

/** The owner's form of an employee. Its fields keep the initial values until the user reloads them. */
export function PersonEditor(props: EditorProps) {
  const queries = useQueryClient()
  const [reloads, setReloads] = useState(0)

  async function reload() {
    await queries.fetchQuery({ ...customerQuery(props.customer.id), staleTime: 0 })
    setReloads((before) => before + 1)
  }

  return <PersonDialog key={reloads} {...props} onReload={reload} />
}

function PersonDialog({
  customer,
  person,
  hasHistory,
  onReload,
  onMove,
  onClose,
}: EditorProps & { onReload: () => Promise<void> }) {
  const save = useSavePerson(customer.id)
  const hasOwner = customer.people.some((each) => isOwner(roleOf(each)))
  const { form, change, submit, element, errors, unsaved } = usePersonForm({
    person,
    newRole: hasOwner ? 'manager' : 'owner',
    save,
    onSaved: onClose,
  })
  return (
    <SaveDialog
      anchored
      width={520}
      title={person ? person.name || person.login : 'Новый сотрудник'}
      subject="сотрудника"
      action={person ? 'Сохранить' : 'Пригласить'}
      form={element}
      unsaved={unsaved}
      saving={save.isPending}
      error={save.error}
      onReload={onReload}
      onSubmit={submit}
      onClose={onClose}
      extra={
        person && (
          <>
            <DeleteButton customer={customer} person={person} onDeleted={onClose} />
            <Button onClick={onMove}>Перевести…</Button>
            {hasHistory && (
              <Link to="/admin/audit" search={{ object: `account:${person.id}` }}>
                История
              </Link>
            )}
          </>
        )
      }
    >
      <Invited person={person} invite={useInvitePerson(customer.id)} />
      <PersonFields
        byStaff
        form={form}
        change={change}
        errors={errors}
        person={person}
        contracts={allottableContracts(customer)}
      />
    </SaveDialog>
  )
}

type DeleteProps = { customer: CustomerDetails; person: Manager; onDeleted: () => void }

function DeleteButton({ customer, person, onDeleted }: DeleteProps) {
  const removal = useDeletePerson(customer.id)
  const remove = usePersonRemoval(person, removal, onDeleted, lastOwnerWarning(person, customer.people))
  return (
    <Button icon="trash" variant="danger" busy={removal.isPending} onClick={() => void remove()}>
      Удалить
    </Button>
  )
}
