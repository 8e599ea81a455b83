import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useSetManager } from './use-customers.ts'

/** The personal manager; a choice is saved at once and can be undone. */
export function ManagerSelect({ customer }: { customer: CustomerDetails }) {
  const { id, manager_id, managers } = customer
  const set = useSetManager()
  const notify = useNotify()
  const options = [
    { value: '', label: 'Менеджер не назначен' },
    ...managers.map((each) => ({ value: String(each.id), label: each.header })),
  ]

  function choose(next: number | null) {
    set.mutate(
      { id, manager: next ?? undefined },
      {
        onSuccess: ({ customer: changed }) =>
          notify({
            tone: 'ok',
            text: changed.manager === '' ? 'Менеджер снят' : `Менеджер – ${changed.manager}`,
            fadeMs: 8000,
            action: { label: 'Вернуть', onPress: () => choose(manager_id) },
          }),
        onError: ({ message }) => notify({ tone: 'bad', title: 'Менеджер не изменён', text: message }),
      },
    )
  }

  return (
    <BarSelect
      label="Персональный менеджер"
      options={options}
      value={manager_id ?? ''}
      disabled={set.isPending}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value) || null)}
    />
  )
}
