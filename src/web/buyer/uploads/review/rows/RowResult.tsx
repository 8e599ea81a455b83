import { useState } from 'react'
import { maxDraftQuantity } from '#shared/constants.ts'
import { milli } from '#shared/rules/money.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { quantity } from '#web/ui/format.ts'
import { Stepper } from '#web/parts/goods/Stepper.tsx'
import { stockText } from '#web/parts/goods/GoodsOptions.tsx'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'
import { focusNextOpen } from './focus-next-open.ts'
import type { CartMode } from '../../additions.ts'
import { resultText, outcomeText, proposalText } from '../row-texts.ts'
import { proposedMilli, type ReviewRow } from '../review-rows.ts'
import type { RowActions } from './RowOrder.tsx'
import { hasKnownGood, draftParts, type KnownGoodRow, type SplitColumn } from '../split-columns.ts'
import styles from '../upload.module.css'

type RowResultProps = { row: ReviewRow; actions: RowActions; mode: CartMode; split: readonly SplitColumn[] | undefined }

/** Result of a row, and buttons for the alternatives. */
export function RowResult({ row, actions, mode, split }: RowResultProps) {
  const { onSelectGood, onAccept, onCandidate } = actions
  const { analogue, status, skipped, candidates } = row
  const proposal = proposalText(row)
  const text = [resultText(row), outcomeText(row, mode)].filter(Boolean).join('; ')
  if (skipped) return split ? 'Не войдёт в черновики' : text
  if (split && hasKnownGood(row)) return <Parts row={row} columns={split} onPart={actions.onPart} />
  if (status === 'out' && analogue !== null) {
    return (
      <>
        {text !== '' && `${text}. `}
        Аналог:{' '}
        <button
          type="button"
          className={styles.link}
          title={analogue.header}
          aria-label={`Взять аналог ${analogue.articul || analogue.header}`}
          onClick={() => onSelectGood(row, analogue)}
        >
          {analogue.articul || analogue.header}
        </button>
        , {stockText(analogue)}
      </>
    )
  }
  if (status === 'badQty' && proposal !== '') {
    if (proposedMilli(row) === 0) return `${text}. ${proposal}`
    return (
      <>
        {text}.{' '}
        <button
          type="button"
          className={styles.link}
          data-open
          onClick={(event) => {
            focusNextOpen(event.currentTarget)
            onAccept(row)
          }}
        >
          {proposal}
        </button>
      </>
    )
  }
  if (status === 'check' && candidates.length > 1) {
    const position = candidates.findIndex(({ id }) => id === row.id) + 1
    return (
      <>
        {text}{' '}
        <button
          type="button"
          className={styles.link}
          aria-label={`Следующий похожий товар, ${position} из ${candidates.length}`}
          onClick={() => onCandidate(row, 1)}
        >
          {position} из {candidates.length} <Icon name="down" size={12} />
        </button>
      </>
    )
  }
  return text
}

/** A draft is a plan: stock does not limit it. */
const unlimitedMilli = milli(maxDraftQuantity)

/** Quantities per draft, edited in place. A column set to 0 stays visible while the row is edited. */
function Parts({
  row,
  columns,
  onPart,
}: {
  row: KnownGoodRow
  columns: readonly SplitColumn[]
  onPart: RowActions['onPart']
}) {
  const [shown] = useState(() => new Set(draftParts(row, columns).map(({ position }) => position)))
  const parts = new Map(draftParts(row, columns).map((part) => [part.position, part]))
  const { goods } = row
  const rule = { ...quantityRule(goods), availableMilli: unlimitedMilli }
  return (
    <ul className={styles.parts}>
      {columns.map(({ title, index }, position) => {
        if (!shown.has(position) && !parts.has(position)) return null
        const { requested = 0, saved = 0 } = parts.get(position) ?? {}
        return (
          <li key={index}>
            <span>
              {title}
              {requested === null && <span className={styles.differs}> количество?</span>}
              {requested !== null && requested !== saved && <span className="dim"> в файле {quantity(requested)}</span>}
            </span>
            <Stepper
              label={`${title}: ${goods.articul || goods.header}`}
              value={milli(saved ?? 0)}
              start={requested === null ? rule.stepMilli : 0}
              rule={rule}
              unit={goods.unit}
              onChange={(quantityMilli) => onPart(row, position, quantityMilli)}
              onRemove={() => onPart(row, position, 0)}
            />
          </li>
        )
      })}
    </ul>
  )
}
