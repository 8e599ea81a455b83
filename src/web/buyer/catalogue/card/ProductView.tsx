import type { ReactNode } from 'react'
import type { ProductCard, ProductRow } from '#shared/api/catalogue.ts'
import { refusalMessages } from '#shared/messages.ts'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { GoodsMarks } from '#web/parts/goods/GoodsMarks.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { CardBreaks } from '#web/parts/price-breaks/CardBreaks.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { choiceTable, isInStock, orderOf, payloadOf, totalOf } from '../product-choice.ts'
import { useProduct } from '../use-catalogue.ts'
import { SelectedTotals } from './SelectedTotals.tsx'
import { CopyLink } from './CopyLink.tsx'
import { Facts, Prices } from './Facts.tsx'
import { Gallery } from './Gallery.tsx'
import { MarkButtons } from './MarkButtons.tsx'
import { ProductTabs } from './ProductTabs.tsx'
import { QuantityGrid } from './QuantityGrid.tsx'
import { StockNotes } from './StockNotes.tsx'
import { useChoice } from './use-choice.ts'
import styles from './product-card.module.css'

type Goods = {
  id: number
  type: 'products' | 'variants'
  payload: Record<string, Record<string, number>>
  order: number[]
}

export type AddToBasket = {
  add: (goods: Goods, onAdded: () => void) => void
  pending: boolean
  error: Error | null
  /** Units of the product in the basket, variants summed. */
  inBasket: number | undefined
}

export type ProductViewProps = {
  id: number
  showPrices: boolean
  /** Whether the user has favourites and needs. */
  keepsLists: boolean
  /** Undefined if the account may not order. */
  basket: AddToBasket | undefined
  /** Further buttons beside favourites and needs. */
  actions: (card: ProductCard) => ReactNode
  /** The quantity field of a linked product. */
  quantity: ((row: ProductRow) => ReactNode) | undefined
  /** Renders a link to the card of a linked product. */
  link: (row: ProductRow) => ReactNode
}

/** Parts of the card, laid out by its frame: a dialog or a page. */
export type CardParts = {
  card: ProductCard | undefined
  title: ReactNode
  extra: ReactNode
  body: ReactNode
  chosen: ReactNode
  add: ReactNode
}

/** The card of a product in any frame: loading, then loaded [T.9]. */
export function ProductView({ id, frame, ...props }: ProductViewProps & { frame: (parts: CardParts) => ReactNode }) {
  const { data: card, error, refetch } = useProduct(id)
  const choice = useChoice(id)
  const phone = usePhone()
  const rows = card ? choiceTable(card).rows : []
  // While loading the bar keeps its space; without stock there is nothing to choose.
  const basket = (card ? rows.some(isInStock) : !error) ? props.basket : undefined

  function add(goods: ProductCard) {
    const payload = payloadOf(choice.cells)
    if (Object.keys(payload).length === 0) return choice.refuse(refusalMessages.zeroQuantity)
    basket?.add(
      {
        id: goods.id,
        type: goods.variants.length > 0 ? 'variants' : 'products',
        payload,
        order: orderOf(choice.cells),
      },
      choice.reset,
    )
  }

  return frame({
    card,
    title: card ? (
      <Title card={card} />
    ) : error ? (
      'Товар'
    ) : (
      <span className={styles.name}>
        <Skeleton width="min(280px, 40vw)" height={18} />
      </span>
    ),
    extra: card && !phone && <CopyLink id={card.id} plain />,
    body: card ? (
      <Body key={card.id} {...props} card={card} choice={choice} basket={basket} />
    ) : error ? (
      <Unavailable error={error} onRetry={() => void refetch()} />
    ) : (
      <CardSkeleton />
    ),
    chosen: card && basket && (
      <SelectedTotals
        card={card}
        inBasket={basket.inBasket ?? card.in_basket}
        total={totalOf(choice.cells, rows)}
        refusal={choice.refusal || basket.error?.message}
        onReset={choice.reset}
      />
    ),
    add: basket && (
      <Button variant="primary" icon="cart" busy={basket.pending} disabled={!card} onClick={() => card && add(card)}>
        В корзину
      </Button>
    ),
  })
}

function Title({ card }: { card: ProductCard }) {
  return (
    <>
      {card.header}{' '}
      <span className={styles.tags}>
        <GoodsMarks row={card} />
      </span>
    </>
  )
}

type BodyProps = Omit<ProductViewProps, 'id'> & { card: ProductCard; choice: ReturnType<typeof useChoice> }

function Body({ card, choice, showPrices, keepsLists, basket, actions, quantity, link }: BodyProps) {
  const phone = usePhone()
  return (
    <div className={styles.card}>
      <Gallery card={card} />
      <div className={styles.main}>
        <div className={styles.saleText}>
          {showPrices && <Prices card={card} />}
          <span className="grow" />
          <div className={styles.marks}>
            {keepsLists && <MarkButtons card={card} />}
            {actions(card)}
            {phone && <CopyLink id={card.id} />}
          </div>
        </div>
        <QuantityGrid
          card={card}
          showPrices={showPrices}
          keepsLists={keepsLists}
          choice={basket && choice.cells}
          onChoose={choice.choose}
        />
        <CardBreaks card={card} showPrices={showPrices} />
        <StockNotes card={card} orders={basket !== undefined} keepsLists={keepsLists} />
        <ProductTabs card={card} linked={{ showPrices, quantity, link }} />
      </div>
      <Facts card={card} />
    </div>
  )
}

function Unavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = error instanceof CallError && error.status === 404
  return (
    <div className={styles.empty}>
      {isGone ? (
        <EmptyState title="Такого товара нет">Он снят с продажи или не продаётся по выбранному договору</EmptyState>
      ) : (
        <LoadError error={error} onRetry={onRetry} />
      )}
    </div>
  )
}

/** Skeleton of the card's size. */
function CardSkeleton() {
  return (
    <div className={styles.card} aria-busy="true">
      <span className="unseen" role="status">
        Загрузка
      </span>
      <Skeleton width="100%" height={236} />
      <div className={styles.main}>
        <Skeleton width={240} height={44} />
        <Skeleton width="100%" height={140} />
        <Skeleton width="100%" height={180} />
      </div>
    </div>
  )
}
