import type { UseMutationResult } from '@tanstack/react-query'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { useNotify } from '#web/ui/notifications.tsx'

/** Opens or closes a person's access, which can be undone from the notice. */
export function usePersonSwitch(
  { id, name, login }: Pick<Manager, 'id' | 'name' | 'login'>,
  switching: UseMutationResult<unknown, Error, { id: number; enabled: boolean }>,
) {
  const notify = useNotify()
  const shownName = name || login

  return function setEnabled(enabled: boolean): void {
    switching.mutate(
      { id, enabled },
      {
        onSuccess: () =>
          notify({
            tone: 'ok',
            text: enabled ? `${shownName}: доступ открыт` : `${shownName}: доступ закрыт, сеансы завершены`,
            fadeMs: 8000,
            action: { label: 'Вернуть', onPress: () => setEnabled(!enabled) },
          }),
        onError: ({ message }) => notify({ tone: 'bad', title: `${shownName}: доступ не изменён`, text: message }),
      },
    )
  }
}
