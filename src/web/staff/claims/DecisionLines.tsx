import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StaffClaimDetails } from '#shared/api/staff/claims.ts'
import { claimSettlements, claimWishes, type ClaimSettlement, type ClaimWish } from '#shared/rules/aftersale/claims.ts'
import { kopecks, lineSumKopecks, milli, roubles } from '#shared/rules/money.ts'
import { Amount } from '#web/parts/claims/Amount.tsx'
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

/** Each line of a claim with its decision: accepted, how much, settled by what; or why not. */
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
        <OpenLines claim={claim} decision={decision} onAsk={onAsk} />
      ) : (
        <ul className={styles.lines} aria-label="Товары рекламации">
          {claim.products.map((line) => (
            <li key={line.line}>
              <Good line={line} />
              <Outcome line={line} />
              <Words line={line} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function OpenLines({ claim: { products }, decision, onAsk }: LinesProps & { decision: Decision }) {
  const decide = (verdict: 'accept' | 'refuse') => (index: number) => {
    const line = products[index]
    if (line) decision.change(line, { verdict })
  }
  const { list, at, onFocus, next } = useDecisionKeys({
    accept: decide('accept'),
    refuse: decide('refuse'),
    ask: onAsk,
    send: () => decision.left === 0 && decision.send(),
  })
  return (
    // The focus is that of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={list} className={styles.lines} aria-label="Товары рекламации" onFocus={onFocus}>
      {products.map((line, index) => (
        <li key={line.line} data-at={index === at || undefined}>
          <Good line={line} />
          <Choice line={line} decision={decision} onReasonDone={next} />
          <Words line={line}>
            {index === at && decision.draftOf(line).verdict === undefined && (
              <Keys isLast={index === products.length - 1} />
            )}
          </Words>
        </li>
      ))}
    </ul>
  )
}

function Keys({ isLast }: { isLast: boolean }) {
  return (
    <span className={styles.keys}>
      <kbd>П</kbd> принять <kbd>О</kbd> отклонить{' '}
      {!isLast && (
        <>
          <kbd>↓</kbd> следующая{' '}
        </>
      )}
    </span>
  )
}

function Good({ line }: { line: Line }) {
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

type ChoiceProps = { line: Line; decision: Decision; onReasonDone: () => void }

function Choice({ line, decision, onReasonDone }: ChoiceProps) {
  const { verdict, accepted, settle, reason } = decision.draftOf(line)
  const { articul, qnt } = line
  const accepts = verdict === 'accept'
  const short = verdict === 'refuse' || (accepts && accepted !== qnt)
  const sum = roubles(lineSumKopecks(kopecks(line.price ?? 0), milli(accepts ? accepted : qnt)))
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
          onChange={(next) => decision.change(line, { verdict: next })}
        />
      </span>
      <span className={styles.accepted}>
        {accepts && (
          <Amount
            label={articul}
            verb="Принять"
            value={accepted}
            max={qnt}
            onChange={(next) => decision.change(line, { accepted: next })}
          />
        )}
      </span>
      <span className={styles.settle}>
        {accepts && (
          <BarSelect
            label={`Чем закрыть ${articul}`}
            options={settlements}
            value={settle}
            onChange={({ currentTarget: { value } }) => decision.change(line, { settle: value as ClaimSettlement })}
          />
        )}
      </span>
      <b className={`bold ${styles.sum}`}>{verdict === 'refuse' ? '–' : price(sum)}</b>
      {short && (
        <span className={styles.wide}>
          <BarInput
            label={`Причина по ${articul}`}
            className={styles.reason}
            placeholder={
              accepts ? 'Почему не всё: причину прочтёт покупатель' : 'Почему отказ: причину прочтёт покупатель'
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

function Outcome({ line: { accepted, unit, settle, reason, sum, price: each } }: { line: Line }) {
  const acceptedSum = accepted === null ? sum : roubles(lineSumKopecks(kopecks(each ?? 0), milli(accepted)))
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

/** What the buyer says of the line and asks for, and what else was claimed of the good. */
function Words({ line, children }: { line: Line; children?: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <span className={`${styles.wide} small muted`}>
      {line.text !== '' && `«${line.text}» `}
      Просят {claimWishes[line.wish as ClaimWish].toLowerCase()}.{' '}
      {line.stock && `На складе ${line.stock.warehouse} ${quantity(line.stock.qnt)} ${line.unit}. `}
      {children}
      {line.also_claimed > 0 && (
        <>
          {' '}
          <button type="button" className={styles.history} aria-expanded={open} onClick={() => setOpen(!open)}>
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
    <ul className={styles.past} aria-label="Рекламации на этот товар" aria-busy={data.length === 0}>
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
