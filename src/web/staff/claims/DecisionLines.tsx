import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StaffClaimDetails } from '#shared/api/staff/claims.ts'
import {
  claimSettlements,
  requestedRemedies,
  type ClaimSettlement,
  type RequestedRemedy,
} from '#shared/rules/aftersale/claims.ts'
import { kopecks, lineSumKopecks, milli, roubles } from '#shared/rules/money.ts'
import { ClaimQuantity } from '#web/parts/claims/ClaimQuantity.tsx'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { day, price, quantity, withCount } from '#web/ui/format.ts'
import { BarInput, BarSelect } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { goodClaimsQuery } from './use-claims.ts'
import type { Decision } from './use-decision.ts'
import { useDecisionKeys } from './use-decision-keys.ts'
import styles from './claims.module.css'

const settlements = Object.entries(claimSettlements).map(([value, label]) => ({ value, label }))
type Line = StaffClaimDetails['products'][number]

type LinesProps = { claim: StaffClaimDetails; decision: Decision | undefined; onAsk: () => void }

/** Lines of a claim with their decisions: accepted quantity, settlement, or the reason of a refusal. */
export function DecisionLines({ claim, decision, onAsk }: LinesProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.columns} aria-hidden>
        <span>Товар и причина</span>
        <span>Заявлено</span>
        <span>Решение</span>
        <span>Принять</span>
        <span>Чем закрыть</span>
        <span>Сумма, ₽</span>
      </div>
      {decision ? (
        <EditableLines claim={claim} decision={decision} onAsk={onAsk} />
      ) : (
        <ul className={styles.lines} aria-label="Товары рекламации">
          {claim.products.map((line) => (
            <li key={line.line}>
              <LineGood line={line} />
              <LineOutcome line={line} />
              <LineDetails line={line} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function EditableLines({ claim: { products }, decision, onAsk }: LinesProps & { decision: Decision }) {
  const decide = (verdict: 'accept' | 'refuse') => (index: number) => {
    const line = products[index]
    if (line) decision.change(line, { verdict })
  }
  const { list, activeIndex, onFocus, onRefuse, focusNext } = useDecisionKeys({
    accept: decide('accept'),
    refuse: decide('refuse'),
    ask: onAsk,
    send: () => decision.remaining === 0 && decision.send(),
  })
  return (
    // Focus events bubble from the controls of the lines.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={list} className={styles.lines} aria-label="Товары рекламации" onFocus={onFocus}>
      {products.map((line, index) => (
        <li key={line.line} data-at={index === activeIndex || undefined}>
          <LineGood line={line} />
          <LineDecision line={line} decision={decision} onRefuse={() => onRefuse(index)} onReasonDone={focusNext} />
          <LineDetails line={line}>
            {index === activeIndex && decision.draftOf(line).verdict === undefined && (
              <KeyHints isLast={index === products.length - 1} />
            )}
          </LineDetails>
        </li>
      ))}
    </ul>
  )
}

function KeyHints({ isLast }: { isLast: boolean }) {
  return (
    <span className={styles.keyHints}>
      <kbd>П</kbd> принять <kbd>О</kbd> отклонить{' '}
      {!isLast && (
        <>
          <kbd>↓</kbd> следующая{' '}
        </>
      )}
    </span>
  )
}

function LineGood({ line }: { line: Line }) {
  return (
    <>
      <span className={styles.good}>
        {line.header}
        <br />
        <small className="dim">
          {line.articul} · <b className={`bold ${styles.type}`}>{line.type_name.toLowerCase()}</b>
        </small>
      </span>
      <span className={styles.claimed}>
        <b className="bold">{quantity(line.qnt)}</b>{' '}
        <small className="dim">{line.other ? 'не из заказа' : `из ${quantity(line.shipped)} ${line.unit}`}</small>
      </span>
    </>
  )
}

type LineDecisionProps = { line: Line; decision: Decision; onRefuse: () => void; onReasonDone: () => void }

function LineDecision({ line, decision, onRefuse, onReasonDone }: LineDecisionProps) {
  const { verdict, accepted, settle, reason } = decision.draftOf(line)
  const { articul, qnt } = line
  const isAccepted = verdict === 'accept'
  const needsReason = verdict === 'refuse' || (isAccepted && accepted !== qnt)
  const sum = roubles(lineSumKopecks(kopecks(line.price ?? 0), milli(isAccepted ? accepted : qnt)))
  return (
    <>
      <span className={styles.verdict}>
        <Segments
          label={`Решение по ${articul}`}
          options={[
            { value: 'accept', label: 'Принять' },
            { value: 'refuse', label: 'Отклонить' },
          ]}
          value={verdict ?? ('' as 'accept')}
          onChange={(next) => {
            decision.change(line, { verdict: next })
            if (next === 'refuse') onRefuse()
          }}
        />
      </span>
      <span className={styles.accepted}>
        {isAccepted && (
          <ClaimQuantity
            label={articul}
            action="Принять"
            value={accepted}
            max={qnt}
            onChange={(next) => decision.change(line, { accepted: next })}
          />
        )}
      </span>
      <span className={styles.settle}>
        {isAccepted && (
          <BarSelect
            label={`Чем закрыть ${articul}`}
            options={settlements}
            value={settle}
            onChange={({ currentTarget: { value } }) => decision.change(line, { settle: value as ClaimSettlement })}
          />
        )}
      </span>
      <b className={`bold ${styles.sum}`}>{verdict === 'refuse' ? '–' : price(sum)}</b>
      {needsReason && (
        <span className={styles.fullRow}>
          <BarInput
            label={`Причина по ${articul}`}
            className={styles.reason}
            placeholder={
              isAccepted ? 'Почему не всё: причину прочтёт покупатель' : 'Почему отказ: причину прочтёт покупатель'
            }
            maxLength={500}
            value={reason}
            data-reason
            onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && !ctrlKey && !metaKey && onReasonDone()}
            onChange={({ currentTarget }) => decision.change(line, { reason: currentTarget.value })}
          />
        </span>
      )}
    </>
  )
}

function LineOutcome({ line: { accepted, unit, settle, reason, sum, price: unitPrice } }: { line: Line }) {
  const acceptedSum = accepted === null ? sum : roubles(lineSumKopecks(kopecks(unitPrice ?? 0), milli(accepted)))
  return (
    <>
      <span className={styles.outcome}>
        {accepted === null && <small className="dim">Не решено</small>}
        {accepted !== null && (
          <small className={accepted === 0 ? 'bad' : 'ok'}>
            {accepted === 0 ? 'Отклонено' : `Принято ${quantity(accepted)} ${unit}`}
            {settle && `, ${claimSettlements[settle].toLowerCase()}`}
            {reason !== '' && `: ${reason}`}
          </small>
        )}
      </span>
      <b className={`bold ${styles.sum}`}>{accepted === 0 ? '–' : price(acceptedSum)}</b>
    </>
  )
}

/** The buyer's comment and requested settlement, the stock, and other claims of the good. */
function LineDetails({ line, children }: { line: Line; children?: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <span className={`${styles.fullRow} small muted`}>
      {line.text !== '' && `«${line.text}» `}
      Просят {requestedRemedies[line.wish as RequestedRemedy].toLowerCase()}.{' '}
      {line.stock && `На складе ${line.stock.warehouse} ${quantity(line.stock.qnt)} ${line.unit}. `}
      {children}
      {line.also_claimed > 0 && (
        <>
          {' '}
          <button type="button" className={styles.historyToggle} aria-expanded={open} onClick={() => setOpen(!open)}>
            Ещё {withCount(line.also_claimed, ['рекламация', 'рекламации', 'рекламаций'])} на этот товар за 90 дней
          </button>
          {open && <GoodHistory productId={line.id} />}
        </>
      )}
    </span>
  )
}

function GoodHistory({ productId }: { productId: number }) {
  const { data = [] } = useQuery(goodClaimsQuery(productId))
  return (
    <ul className={styles.historyList} aria-label="Рекламации на этот товар" aria-busy={data.length === 0}>
      {data.map(({ id, number, contragent, filed_at: at, type_name: type, text, state, qnt, accepted, unit }) => (
        <li key={`${id} ${type} ${text}`}>
          <Link to="/admin/claims/$id" params={{ id: String(id) }}>
            {number}
          </Link>{' '}
          {day(at)} · {contragent} · {type.toLowerCase()}, {quantity(qnt)} {unit}
          {accepted !== null && `, принято ${quantity(accepted)}`} <ClaimTag state={state} />
          {text !== '' && <span className="dim"> «{text}»</span>}
        </li>
      ))}
    </ul>
  )
}
