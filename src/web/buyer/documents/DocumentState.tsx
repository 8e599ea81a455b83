import type { ShippingDocument } from '#shared/api/money/documents.ts'
import { edoStates, unsignedStates } from '#shared/rules/documents/shipping-documents.ts'
import { money } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'

/** State of a document: in ЭДО, its payment, or its validity. */
export function DocumentState({ item: { edo, payment, valid } }: { item: ShippingDocument }) {
  if (edo) {
    const waits = (unsignedStates as readonly string[]).includes(edo.state)
    const tone = edo.state === 'signed' ? 'ok' : edo.state === 'refused' ? 'bad' : waits ? 'warn' : undefined
    const details = waits ? edo.days !== null && `${edo.days} дн.` : [edo.date, edo.by].filter(Boolean).join(', ')
    return (
      <>
        <Tag tone={tone}>{edoStates[edo.state]}</Tag> {details && <span className="small dim">{details}</span>}
      </>
    )
  }
  if (payment) return <PaymentState payment={payment} />
  if (!valid) return null
  return (
    <>
      {valid.state === 'valid' && <Tag tone="ok">действует</Tag>}
      {valid.state === 'ending' && <Tag tone="warn">истекает</Tag>}
      {valid.state === 'ended' && <Tag tone="bad">истёк</Tag>} <span className="small dim">до {valid.date}</span>
    </>
  )
}

function PaymentState({ payment: { state, date, days, left } }: { payment: NonNullable<ShippingDocument['payment']> }) {
  if (state === 'paid') return <Tag tone="ok">оплачен</Tag>
  const details = [date !== null && state !== 'overdue' && `до ${date}`, `осталось ${money(left)}`].filter(Boolean)
  return (
    <>
      {state === 'overdue' && <Tag tone="bad">просрочен {days} дн.</Tag>}
      {state === 'partial' && <Tag tone="warn">оплачен частично</Tag>}
      {state === 'unpaid' && <Tag>не оплачен</Tag>} <span className="small dim">{details.join(', ')}</span>
    </>
  )
}
