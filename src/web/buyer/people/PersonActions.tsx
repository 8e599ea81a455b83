import type { Manager } from '#shared/api/organisation/managers.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePersonActions } from './use-person-actions.ts'

/** Not for oneself: another owner has to do it. */
export function PersonActions({ person, onDeleted }: { person: Manager | undefined; onDeleted: () => void }) {
  if (!person || person.self) return null
  return <Actions person={person} onDeleted={onDeleted} />
}

function Actions({ person, onDeleted }: { person: Manager; onDeleted: () => void }) {
  const { setEnabled, remove, isSettingEnabled, isRemoving } = usePersonActions(person, onDeleted)
  const isOn = person.enabled === 1
  return (
    <>
      <Button variant={isOn ? 'danger' : undefined} busy={isSettingEnabled} onClick={() => setEnabled(!isOn)}>
        {isOn ? 'Отключить' : 'Включить'}
      </Button>
      <Button
        variant="danger"
        icon="trash"
        aria-label="Удалить сотрудника"
        busy={isRemoving}
        onClick={() => void remove()}
      >
        {''}
      </Button>
    </>
  )
}
