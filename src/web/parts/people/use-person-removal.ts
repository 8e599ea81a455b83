import type { UseMutationResult } from '@tanstack/react-query'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'

/** Deletes a person after a confirmation [T.3]; `warning` is asked before it. */
export function usePersonRemoval(
  { id, name, login }: Pick<Manager, 'id' | 'name' | 'login'>,
  removal: UseMutationResult<unknown, Error, number>,
  onDeleted: () => void,
  warning = '',
) {
  const confirm = useConfirm()
  const notify = useNotify()
  const shownName = name || login

  return async function remove(): Promise<void> {
    if (
      !(await confirm(
        [warning, `Удалить сотрудника ${shownName}? Его заказы и переписка останутся`].filter(Boolean).join(' '),
      ))
    )
      return
    try {
      // Awaited here, because the form is unmounted before the call's callbacks would run.
      await removal.mutateAsync(id)
      notify({ tone: 'ok', text: `Сотрудник удалён: ${shownName}`, fadeMs: 3000 })
      onDeleted()
    } catch (error) {
      notify({ tone: 'bad', text: error instanceof Error ? error.message : '' })
    }
  }
}
