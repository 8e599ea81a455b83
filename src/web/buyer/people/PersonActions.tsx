import type { Manager } from '#shared/api/organisation/managers.ts'
import { usePersonRemoval } from '#web/parts/people/use-person-removal.ts'
import { usePersonSwitch } from '#web/parts/people/use-person-switch.ts'
import { Button } from '#web/ui/Button.tsx'
import { useDeletePerson, useSetPersonEnabled } from './use-people.ts'

/** Not for oneself: another owner has to do it. */
export function PersonActions({ person, onDeleted }: { person: Manager | undefined; onDeleted: () => void }) {
  if (!person || person.self) return null
  return <Actions person={person} onDeleted={onDeleted} />
}

function Actions({ person, onDeleted }: { person: Manager; onDeleted: () => void }) {
  const switching = useSetPersonEnabled()
  const setEnabled = usePersonSwitch(person, switching)
  const removal = useDeletePerson()
  const remove = usePersonRemoval(person, removal, onDeleted)
  const isOn = person.enabled === 1
  return (
    <>
      <Button variant={isOn ? 'danger' : undefined} busy={switching.isPending} onClick={() => setEnabled(!isOn)}>
        {isOn ? 'Отключить' : 'Включить'}
      </Button>
      <Button
        variant="danger"
        icon="trash"
        aria-label="Удалить сотрудника"
        busy={removal.isPending}
        onClick={() => void remove()}
      >
        {''}
      </Button>
    </>
  )
}
