import { endpointAddress } from '#shared/api/address.ts'
import { debtInvoice } from '#shared/api/money/finances.ts'
import { kopecks, roubles } from '#shared/rules/money.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { money } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { BulkBar } from '#web/ui/tables/BulkBar.tsx'
import type { PaymentSelection } from './use-payment-selection.ts'
import styles from './finances.module.css'

type PayBarProps = {
  selection: PaymentSelection
  contract: number
  /** Overdue sum of a stopped contract: paying it lifts the stop. */
  sumToLiftStop: number | undefined
}

/** Sum of the selected documents, and their invoice. */
export function PayBar({ selection, contract, sumToLiftStop }: PayBarProps) {
  const { items } = selection
  if (items.length === 0) return null
  const sum = roubles(items.reduce((total, { left }) => total + kopecks(left ?? 0), 0))
  const overdue = items.reduce(
    (total, { left, overdue_days: days }) => total + ((days ?? 0) > 0 ? kopecks(left ?? 0) : 0),
    0,
  )
  return (
    <BulkBar name="К оплате" count={items.length} onClear={selection.clear}>
      <span className={styles.paySum}>
        <b className="bold nowrap">{money(sum)}</b>
        {sumToLiftStop !== undefined && sumToLiftStop > 0 && overdue >= kopecks(sumToLiftStop) && (
          <span className="small ok">снимет стоп</span>
        )}
      </span>
      <FileLink
        href={endpointAddress(debtInvoice, { contract, documents: items.map(({ id }) => id).join(',') })}
        className={buttonClass({ variant: 'primary' })}
      >
        <Icon name="download" />
        Счёт с QR
      </FileLink>
    </BulkBar>
  )
}
