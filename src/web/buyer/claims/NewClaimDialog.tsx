import { useRef, useState } from 'react'
import type { OrderClaims } from '#shared/api/claims.ts'
import { dayOf, parseDay } from '#shared/rules/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { useConfirmClose, useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { money, relativeDay, withCount } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { NewClaimForm } from './NewClaimForm.tsx'
import { useNewClaim, type NewClaim } from './use-new-claim.ts'

type DialogProps = {
  claims: OrderClaims
  /** Article of the good the claim is about: other lines are hidden until requested. */
  articul?: string | undefined
  onClose: () => void
  onFiled: (claim: { id: number }) => void
}

/** Dialog for a claim about an order; it closes once the claim is filed, and shows the reason of a refusal [T.11]. */
export function NewClaimDialog({ claims: orderClaims, articul, onClose, onFiled }: DialogProps) {
  const notify = useNotify()
  const confirmClose = useConfirmClose()
  const filed = useRef(false)
  const claims = { ...orderClaims, lines: sortClaimableFirst(orderClaims.lines) }
  const draft = useNewClaim(claims, (claim) => {
    filed.current = true
    notify({ tone: 'ok', text: `Рекламация ${claim.number} отправлена`, fadeMs: 3000 })
    onFiled(claim)
  })
  useUnsaved(() => draft.isChanged && !filed.current)

  async function close() {
    if (!draft.isChanged || (await confirmClose())) onClose()
  }

  return (
    <Modal
      opened
      anchored
      width={720}
      title={
        <>
          Рекламация по заказу <span className="nowrap">{claims.order.number}</span>
        </>
      }
      onClose={() => void close()}
      footer={
        <>
          {draft.message === undefined ? (
            <ClaimTotal draft={draft} fileBy={claims.file_by?.[String(draft.type)]} />
          ) : (
            <span className="bad" role="alert">
              {draft.message}
            </span>
          )}
          <span className="grow" />
          <Button onClick={() => void close()}>Отмена</Button>
          <Button variant="primary" busy={draft.isPending} onClick={draft.send}>
            Отправить
          </Button>
        </>
      }
    >
      <NewClaimForm claims={claims} articul={articul} draft={draft} />
    </Modal>
  )
}

/** Puts goods that can no longer be claimed last. */
function sortClaimableFirst(lines: OrderClaims['lines']): OrderClaims['lines'] {
  return lines.toSorted((a, b) => Number(a.left === 0) - Number(b.left === 0))
}

/** After the term a claim is still taken. */
function FilingTerm({ by }: { by: string }) {
  const [today] = useState(() => dayOf(new Date()))
  if (parseDay(by) >= today) return <span className="small dim"> срок до {relativeDay(by)}</span>
  return <span className="small warn"> срок прошёл {relativeDay(by)}, могут отказать</span>
}

function ClaimTotal({ draft: { positions, sum }, fileBy }: { draft: NewClaim; fileBy: string | undefined }) {
  return (
    <span>
      {positions > 0 && (
        <b className="bold">
          {withCount(positions, ['товар', 'товара', 'товаров'])}
          {sum !== null && sum > 0 && ` на ${money(sum)}`}
        </b>
      )}
      {fileBy !== undefined && <FilingTerm by={fileBy} />}
    </span>
  )
}
