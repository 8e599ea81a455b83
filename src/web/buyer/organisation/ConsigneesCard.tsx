import { lazy, Suspense } from 'react'
import type { Consignee } from '#shared/api/organisation/consignees.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { ConsigneeCards, ConsigneesTable } from './ConsigneeRows.tsx'
import { useDeleteConsignee } from './use-organisation.ts'
import styles from './organisation.module.css'

const ConsigneeDialog = lazy(() =>
  import('#web/parts/recipients/ConsigneeDialog.tsx').then((module) => ({ default: module.ConsigneeDialog })),
)

type CardProps = {
  consignees: readonly Consignee[]
  opened: Consignee | 'new' | undefined
  onOpen: (consignee: Consignee | 'new' | undefined) => void
}

/** Consignees with their powers of attorney. */
export function ConsigneesCard({ consignees, opened, onOpen }: CardProps) {
  const phone = usePhone()
  const remove = useDeleteConsignee()
  const confirm = useConfirm()
  const notify = useNotify()
  const Rows = phone ? ConsigneeCards : ConsigneesTable
  const add = (
    <Button small icon="plus" onClick={() => onOpen('new')}>
      Добавить получателя
    </Button>
  )

  async function drop({ id }: Consignee) {
    if (await confirm('Удалить грузополучателя?'))
      remove.mutate(id, { onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  return (
    <Card
      title={
        <>
          Получатели <span className={styles.count}>{consignees.length}</span>
        </>
      }
      extra={consignees.length > 0 && add}
    >
      {consignees.length === 0 ? (
        <EmptyState title="Грузополучателей пока нет" action={add}>
          Добавьте тех, кто принимает товар, с их доверенностями: в заказе останется выбрать
        </EmptyState>
      ) : (
        <Rows consignees={consignees} onEdit={onOpen} onDelete={(consignee) => void drop(consignee)} />
      )}
      <p className={`small muted ${styles.foot}`}>
        За 14 дней до конца срока напомним в портале и на почту. С истёкшей доверенностью получателя в заказе не
        выбрать.
      </p>
      {opened !== undefined && (
        <Suspense>
          <ConsigneeDialog
            consignee={opened === 'new' ? undefined : opened}
            onSaved={() => {
              notify({ tone: 'ok', text: 'Данные сохранены', fadeMs: 3000 })
              onOpen(undefined)
            }}
            onClose={() => onOpen(undefined)}
          />
        </Suspense>
      )}
    </Card>
  )
}
