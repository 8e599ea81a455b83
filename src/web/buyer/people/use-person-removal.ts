import type { Manager } from '#shared/api/organisation/managers.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useDeletePerson } from './use-people.ts'

/** Deletes a person after a confirmation [T.3]. */
export function usePersonRemoval({ id, name }: Pick<Manager, 'id' | 'name'>, onDeleted: () => void) {
  const removal = useDeletePerson()
  const confirm = useConfirm()
  const notify = useNotify()

  async function remove(): Promise<void> {
    if (!(await confirm(`Удалить сотрудника ${name}?`))) return
    try {
      // Awaited here, because the form is unmounted before the call's callbacks would run.
      await removal.mutateAsync(id)
      notify({ tone: 'ok', text: `Сотрудник удалён: ${name}`, fadeMs: 3000 })
      onDeleted()
    } catch (error) {
      notify({ tone: 'bad', text: error instanceof Error ? error.message : '' })
    }
  }

  return { remove, isRemoving: removal.isPending }
}
