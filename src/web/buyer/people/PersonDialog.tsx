import { Invited } from '#web/parts/people/Invited.tsx'
import { PersonFields } from '#web/parts/people/PersonFields.tsx'
import { usePersonForm } from '#web/parts/people/use-person-form.ts'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { PersonActions } from './PersonActions.tsx'
import { Politics, type PersonFormProps } from './PersonPanel.tsx'
import { useInvite, useSavePerson, useSpent } from './use-people.ts'

/** A person in a dialog, for screens too narrow for the panel. */
export function PersonDialog({ person, contracts, onSaved, onReload, onClose }: PersonFormProps) {
  const { form, change, submit, element, errors, save, unsaved } = usePersonForm({
    person,
    save: useSavePerson(),
    onSaved: (saved) => {
      onSaved(saved)
      onClose(true)
    },
  })
  return (
    <SaveDialog
      anchored
      width={520}
      title={person ? person.name : 'Новый сотрудник'}
      subject="сотрудника"
      action={person ? 'Сохранить' : 'Пригласить'}
      unsaved={unsaved}
      form={element}
      saving={save.isPending}
      error={save.error}
      onReload={onReload}
      onSubmit={submit}
      // The panel has already asked about unsaved changes.
      onClose={() => onClose(true)}
    >
      <Invited person={person} invite={useInvite()} />
      <PersonFields
        form={form}
        change={change}
        errors={errors}
        person={person}
        contracts={contracts}
        spent={useSpent(person)}
      />
      <Politics person={person} />
      <div className="row wrap">
        <PersonActions person={person} onDeleted={() => onClose(true)} />
      </div>
    </SaveDialog>
  )
}
