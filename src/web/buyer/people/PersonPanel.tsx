import { useId } from 'react'
import type { Manager, ManagerContract } from '#shared/api/organisation/managers.ts'
import { followsPolitics } from '#shared/rules/parties/role-rights.ts'
import { Invited } from '#web/parts/people/Invited.tsx'
import { PersonFields } from '#web/parts/people/PersonFields.tsx'
import { roleOf } from '#web/parts/people/roles.ts'
import { usePersonForm } from '#web/parts/people/use-person-form.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { QueuePanel } from '#web/ui/page/Queue.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { PersonActions } from './PersonActions.tsx'
import { AccessState } from './PeopleTable.tsx'
import { PricePolitics } from './PricePolitics.tsx'
import { useInvite, useSavePerson, useSpent } from './use-people.ts'
import styles from './people.module.css'

export type PersonFormProps = {
  /** Undefined: a new one. */
  person: Manager | undefined
  contracts: readonly ManagerContract[]
  onSaved: (person: Manager) => void
  onReload: () => Promise<void>
  /** `saved`: there are no unsaved changes. */
  onClose: (saved?: boolean) => void
}

/** The form of a person, beside the list. */
export function PersonPanel({ person, contracts, onSaved, onReload, onClose }: PersonFormProps) {
  const id = useId()
  const { form, change, submit, element, errors, save, unsaved } = usePersonForm({
    person,
    save: useSavePerson(),
    onSaved,
  })
  const spent = useSpent(person)
  const invite = useInvite()
  useUnsaved(() => unsaved && !save.isPending)
  return (
    <QueuePanel
      label={person ? person.name : 'Новый сотрудник'}
      footer={
        <div className={styles.foot}>
          <PersonActions person={person} onDeleted={() => onClose(true)} />
          <span className="grow" />
          <Button onClick={() => onClose()}>Отменить</Button>
          <Button type="submit" form={id} variant="primary" busy={save.isPending}>
            {person ? 'Сохранить' : 'Пригласить'}
          </Button>
        </div>
      }
    >
      <div className="row">
        <h2 className={styles.name}>{person ? person.name : 'Новый сотрудник'}</h2>
        {person?.state === 'active' ? <Tag tone="ok">доступ есть</Tag> : person && <AccessState person={person} />}
        <span className="grow" />
        <IconButton icon="close" label="Закрыть" onClick={() => onClose()} />
      </div>
      <form
        ref={element}
        id={id}
        className="column"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {save.error && <SaveFailure error={save.error} subject="сотрудника" onReload={onReload} />}
        <Invited person={person} invite={invite} />
        <PersonFields form={form} change={change} errors={errors} person={person} contracts={contracts} spent={spent} />
      </form>
      <Politics person={person} />
    </QueuePanel>
  )
}

/** Shown for roles that see prices and do not manage price politics. */
export function Politics({ person }: { person: Manager | undefined }) {
  if (!person || !followsPolitics(roleOf(person))) return null
  return <PricePolitics id={person.id} name={person.name} />
}
