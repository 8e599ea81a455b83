import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useDeleteContragent, useSwitchContragent } from './use-organisation.ts'

/** Switches a contragent, which can be undone, or deletes it after a confirmation [T.6]. */
export function useContragentActions({ id, company }: Contragent) {
  const switching = useSwitchContragent()
  const removal = useDeleteContragent()
  const confirm = useConfirm()
  const notify = useNotify()

  function turn(active: boolean): void {
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
        onError: ({ message }) => notify({ tone: 'bad', text: message }),
      },
    )
  }

  async function remove(): Promise<void> {
    if (!(await confirm(`Удалить контрагента ${company}?`))) return
    removal.mutate(id, {
      onSuccess: () => notify({ tone: 'ok', text: `Контрагент удалён: ${company}`, fadeMs: 3000 }),
      onError: ({ message }) => notify({ tone: 'bad', text: message }),
    })
  }

  return { turn, remove, isTurning: switching.isPending, isRemoving: removal.isPending }
}
