import { useState } from 'react'
import type { ProductCard } from '#shared/api/catalogue.ts'
import { errors } from '#shared/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/EmptyState.tsx'
import { money, quantity } from '#web/ui/format.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Marks } from './Marks.tsx'
import { choiceTable, payloadOf, totalOf, type Choice } from './product-choice.ts'
import { ProductFacts } from './ProductFacts.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { useProduct } from './use-catalogue.ts'
import styles from './product-modal.module.css'

export type AddToBasket = {
  add: (goods: { id: number; type: 'products' | 'variants'; payload: Record<string, Record<string, number>> }) => void
  pending: boolean
  error: Error | null
}

type ModalProps = {
  id: number
  showPrices: boolean
  /** Undefined where the person may not order. */
  basket: AddToBasket | undefined
  onClose: () => void
  onCopyLink: () => void
}

/** The large card of a product over the list [T.9]. */
export function ProductModal({ id, showPrices, basket, onClose, onCopyLink }: ModalProps) {
  const { data: card, error, refetch } = useProduct(id)
  const [choice, setChoice] = useState<Choice>({})
  const [refusal, setRefusal] = useState('')
  const total = card && totalOf(choice, choiceTable(card).rows)

  function add(goods: ProductCard) {
    const payload = payloadOf(choice)
    if (Object.keys(payload).length === 0) return setRefusal(errors.zeroQuantity.message)
    setRefusal('')
    basket?.add({ id: goods.id, type: goods.variants.length > 0 ? 'variants' : 'products', payload })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      width={1080}
      title={card ? card.header : <Skeleton width={420} height={18} />}
      beside={
        <>
          {card && <Marks row={card} />}
          <span className={styles.copy}>
            <Button small look="plain" icon="link" onClick={onCopyLink}>
              Скопировать ссылку
            </Button>
          </span>
        </>
      }
      footer={
        <>
          {total && basket && <Chosen card={card} total={total} onReset={() => setChoice({})} />}
          <span className="grow" />
          {(refusal || basket?.error) && (
            <span className="bad small" role="alert">
              {refusal || basket?.error?.message}
            </span>
          )}
          <Button onClick={onClose}>Закрыть</Button>
          {basket && (
            <Button look="primary" icon="cart" busy={basket.pending} disabled={!card} onClick={() => card && add(card)}>
              В корзину
            </Button>
          )}
        </>
      }
    >
      {card ? (
        <div className={styles.card}>
          <ProductFacts card={card} showPrices={showPrices}>
            <ProductGrid
              card={card}
              showPrices={showPrices}
              choice={basket && choice}
              onChoose={(key, chosen) => setChoice((known) => ({ ...known, [key]: chosen }))}
            />
          </ProductFacts>
        </div>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <CardSkeleton />
      )}
    </Modal>
  )
}

function Chosen({ card, total, onReset }: { card: ProductCard; total: { quantity: number; sum: number | null }; onReset: () => void }) {
  // Nothing here comes or goes with the choice: the buttons beside it must not move under a press.
  return (
    <>
      <span className={styles.chosen}>
        <span aria-live="polite">
          Выбрано{' '}
          <b className="bold">
            {quantity(total.quantity)} {card.unit}
          </b>
          {total.sum !== null && (
            <>
              {' '}
              на <b className="bold">{money(total.sum)}</b>
            </>
          )}
        </span>{' '}
        <span className="dim">· уже в корзине {quantity(card.in_basket)}</span>
      </span>
      <Button small look="plain" disabled={total.quantity === 0} onClick={onReset}>
        Сбросить
      </Button>
    </>
  )
}

function CardSkeleton() {
  return (
    <div className={styles.card} aria-busy="true">
      <div className={styles.sides}>
        <Skeleton width="100%" height={236} />
        <div className="column">
          <Skeleton width={240} height={40} />
          <Skeleton width="100%" height={180} />
        </div>
      </div>
    </div>
  )
}
