import { useId, type RefObject } from 'react'
import type { Refusal } from '#shared/api/order-preview.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { OrderReason } from '#web/parts/order-reason/OrderReason.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { OrderParts, PartsSkeleton } from './OrderParts.tsx'
import { approvalText, reasonsOf } from './order-reasons.ts'
import type { useOrderPreview } from './use-order-preview.ts'
import { isUnanswered } from './use-place-order.ts'
import styles from './order-parts.module.css'

type OrderButtonProps = {
  previewQuery: ReturnType<typeof useOrderPreview>
  /** Expected number of parts, for the size of the skeleton. */
  expectedParts: number
  error: Error | null
  pending: boolean
  ready: boolean
  /** 'за Павла Громова', while staff act as the buyer. */
  behalf: string | undefined
  /** Receives the focus when the order is refused. */
  reasonsRef: RefObject<HTMLDivElement | null>
  onSubmit: () => void
  /** Pressed although there are reasons against the order. */
  onBlocked: (reasons: readonly Refusal[]) => void
}

/** Reasons against the order or for its approval, its parts, and the order button. */
export function OrderButton({
  previewQuery,
  expectedParts,
  error,
  pending,
  ready,
  behalf,
  reasonsRef,
  onSubmit,
  onBlocked,
}: OrderButtonProps) {
  const { preview, outdated, error: failure, refetch } = previewQuery
  const reasonsId = useId()
  const reasons = reasonsOf(preview?.refusals ?? [], pending ? null : error)
  const blocked = reasons.length > 0 && !outdated
  const approval = preview?.approval ?? null
  const hasReasons = reasons.length > 0 || approval !== null
  if (preview === undefined && failure === null) {
    return (
      <>
        <div className={styles.reasons} tabIndex={-1} ref={reasonsRef} />
        <PartsSkeleton parts={expectedParts} />
        <div className={styles.button} aria-busy="true" aria-label="Заказ проверяется">
          <Skeleton width="100%" height={36} />
        </div>
      </>
    )
  }
  return (
    <>
      <div className={styles.checked} data-outdated={outdated || undefined} aria-busy={outdated}>
        <div
          className={styles.reasons}
          tabIndex={-1}
          ref={reasonsRef}
          role="group"
          aria-label="Что нужно знать о заказе"
          aria-live="polite"
        >
          {/* Apart from the group, whose label would be read instead of them. */}
          {hasReasons && (
            <div id={reasonsId} className={styles.described}>
              {reasons.map((reason) => (
                <OrderReason key={reason.code} reason={reason} />
              ))}
              {approval && reasons.length === 0 && (
                <Note>
                  <p>
                    <b className="bold">Заказ будет ждать согласования.</b> {approvalText(approval)}
                  </p>
                </Note>
              )}
            </div>
          )}
          {failure && (
            <Note
              tone="warn"
              action={
                <Button small onClick={() => void refetch()}>
                  Проверить
                </Button>
              }
            >
              Не удалось проверить заказ заранее: {failure.message}
            </Note>
          )}
        </div>
        {preview && <OrderParts parts={preview.parts} />}
      </div>
      <Button
        variant="primary"
        wide
        className={styles.button}
        disabled={!ready}
        aria-disabled={blocked || undefined}
        aria-describedby={hasReasons ? reasonsId : undefined}
        busy={pending}
        onClick={() => (blocked ? onBlocked(reasons) : onSubmit())}
      >
        {labelOf({ pending, unanswered: error !== null && isUnanswered(error), waits: approval !== null, behalf })}
      </Button>
    </>
  )
}

type Label = { pending: boolean; unanswered: boolean; waits: boolean; behalf: string | undefined }

function labelOf({ pending, unanswered, waits, behalf }: Label): string {
  if (pending) return 'Оформляем…'
  if (unanswered) return 'Повторить'
  if (waits) return 'Отправить на согласование'
  return behalf === undefined ? 'Оформить заказ' : `Оформить ${behalf}`
}
