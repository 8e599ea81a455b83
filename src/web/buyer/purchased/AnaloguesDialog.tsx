import { Link } from '@tanstack/react-router'
import type { PurchasedGood } from '#shared/api/money/purchased.ts'
import { LinkedGoods, type LinkedProps } from '#web/parts/goods/LinkedGoods.tsx'
import { productLink } from '#web/parts/goods/product-link.ts'
import { Modal } from '#web/ui/dialogs/Modal.tsx'

/** Analogues of a good that was bought before; import it lazily. */
export function AnaloguesDialog({
  good: { articul, header, analogues },
  onClose,
  ...shown
}: Pick<LinkedProps, 'showPrices' | 'quantity'> & { good: PurchasedGood; onClose: () => void }) {
  return (
    <Modal opened width={860} title={`Аналоги: ${articul || header}`} onClose={onClose}>
      <LinkedGoods
        {...shown}
        rows={analogues}
        link={(row) => (
          <Link {...productLink(row.id)} title={row.header}>
            {row.header}
          </Link>
        )}
      />
    </Modal>
  )
}
