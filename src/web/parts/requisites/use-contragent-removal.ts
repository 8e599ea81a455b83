import type { UseMutationResult } from '@tanstack/react-query'
import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { useNotify } from '#web/ui/notifications.tsx'

/** Deletes a contragent after a confirmation. */
export function useContragentRemoval(
  { id, company }: Pick<Contragent, 'id' | 'company'>,
  removal: UseMutationResult<unknown, Error, number>,
  onDeleted?: () => void,
) {
  const confirm = useConfirm()
  const notify = useNotify()

  return async function remove(): Promise<void> {
    if (!(await confirm(`Удалить контрагента ${company}? В старых документах он останется`))) return
    try {
      // Awaited here, because the button is unmounted before the call's callbacks would run.
      await removal.mutateAsync(id)
      notify({ tone: 'ok', text: `Контрагент удалён: ${company}`, fadeMs: 5000 })
      onDeleted?.()
    } catch (error) {
      const text = error instanceof Error ? error.message : ''
      notify({ tone: 'bad', title: `Контрагент не удалён: ${company}`, text })
    }
  }
}
