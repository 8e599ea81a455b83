import type { UseMutationResult } from '@tanstack/react-query'
import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { useNotify } from '#web/ui/notifications.tsx'

/** Takes or stops taking a contragent's orders, which can be undone from the notice. */
export function useContragentSwitch(
  { id, company }: Pick<Contragent, 'id' | 'company'>,
  switching: UseMutationResult<unknown, Error, { id: number; active: boolean }>,
) {
  const notify = useNotify()

  return function turn(active: boolean): void {
    switching.mutate(
      { id, active },
      {
        onSuccess: () =>
          notify({
            tone: 'ok',
            text: active ? `${company}: снова принимаем заказы` : `${company}: заказы больше не принимаем`,
            fadeMs: 8000,
            action: { label: 'Вернуть', onPress: () => turn(!active) },
          }),
        onError: ({ message }) => notify({ tone: 'bad', title: `${company}: не изменено`, text: message }),
      },
    )
  }
}
