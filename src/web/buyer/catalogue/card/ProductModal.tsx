import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { ProductView, type CardParts, type ProductViewProps } from './ProductView.tsx'

/** The large card of a product over a list. */
export function ProductModal({ onClose, ...props }: ProductViewProps & { onClose: () => void }) {
  return <ProductView {...props} frame={(parts) => <Frame id={props.id} parts={parts} onClose={onClose} />} />
}

function Frame({ id, parts, onClose }: { id: number; parts: CardParts; onClose: () => void }) {
  const { card, title, extra, body, chosen, add } = parts
  // On a phone the cross at the top closes it.
  const phone = usePhone()
  const heading = useFirstFocus(id, card?.id)
  return (
    <Modal
      opened
      anchored
      onClose={onClose}
      width={1080}
      title={
        <span ref={heading} tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
          {title}
        </span>
      }
      extra={extra}
      footer={
        <>
          {chosen}
          <span className="grow" />
          {!phone && <Button onClick={onClose}>Закрыть</Button>}
          {add}
        </>
      }
    >
      {body}
    </Modal>
  )
}

/**
 * The name gets the focus first, for screen readers; with mouse and keyboard the first quantity field gets it once
 * loaded. A card opened from another card starts at its name again.
 */
function useFirstFocus(id: number, cardId: number | undefined) {
  const heading = useRef<HTMLSpanElement>(null)
  const opened = useRef(id)
  const hasFinePointer = useMedia('(pointer: fine)')

  useEffect(() => {
    if (opened.current === id) return
    opened.current = id
    heading.current?.focus()
    heading.current?.closest('[role=dialog]')?.querySelector('[data-scrolls]')?.scrollTo(0, 0)
  }, [id])

  useEffect(() => {
    if (cardId === undefined || !hasFinePointer) return
    // After the dialog has focused the name.
    const timer = setTimeout(() => {
      if (document.activeElement !== heading.current) return
      heading.current
        ?.closest('[role=dialog]')
        ?.querySelector<HTMLInputElement>('input[data-quantity]:not(:disabled)')
        ?.focus()
    })
    return () => clearTimeout(timer)
  }, [cardId, hasFinePointer])

  return heading
}
