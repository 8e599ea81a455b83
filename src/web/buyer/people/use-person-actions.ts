import type { Manager } from '#shared/api/organisation/managers.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useDeletePerson, useSetPersonEnabled } from './use-people.ts'

/** Disables a person, which can be undone, or deletes one after a confirmation [T.3]. */
export function usePersonActions({ id, name }: Pick<Manager, 'id' | 'name'>, onDeleted: () => void) {
  const switching = useSetPersonEnabled()
  const removal = useDeletePerson()
  const confirm = useConfirm()
  const notify = useNotify()

  function setEnabled(enabled: boolean): void {
    switching.mutate(
      { id, enabled },
      {
        onSuccess: () =>
          notify({
            tone: 'ok',
            text: enabled ? `${name}: доступ открыт` : `${name}: доступ закрыт, сеансы завершены`,
            fadeMs: 8000,
            action: { label: 'Вернуть', onPress: () => setEnabled(!enabled) },
          }),
        onError: ({ message }) => notify({ tone: 'bad', text: message }),
      },
    )
  }

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

  return { setEnabled, remove, isSettingEnabled: switching.isPending, isRemoving: removal.isPending }
}
