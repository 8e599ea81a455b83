import { endpointAddress } from '#shared/api/address.ts'
import { orderInvoice, orderSheet } from '#shared/api/files.ts'
import type { OrderDetails } from '#shared/api/orders.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import styles from './order.module.css'

/** `invoiceHidden`: there is one, with prices that are not shown to this person. */
type DocumentsProps = { order: OrderDetails; hasInvoice: boolean; invoiceHidden: boolean }

/** Documents of the order. */
export function DocumentsCard({ order, hasInvoice, invoiceHidden }: DocumentsProps) {
  return (
    <div className="no-print">
      <Card title="Документы">
        <CardBody>
          <ul className={styles.documents}>
            {hasInvoice && (
              <li>
                <FileLink href={invoiceOf(order)}>
                  <Icon name="document" />
                  Счёт на оплату {order.numberOrder}, PDF
                </FileLink>
              </li>
            )}
            {invoiceHidden && <li className="dim">Счёт выписан по ценам договора: его скачает владелец организации</li>}
            <li>
              <FileLink href={endpointAddress(orderSheet, { id: order.id })}>
                <Icon name="document" />
                Заказ {order.numberOrder}, XLSX
              </FileLink>
            </li>
          </ul>
        </CardBody>
      </Card>
    </div>
  )
}

export function invoiceOf({ id }: { id: number }): string {
  return endpointAddress(orderInvoice, { id })
}
