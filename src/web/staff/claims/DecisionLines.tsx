import type { StaffClaimDetails } from '#shared/api/staff/claims.ts'
import { claimSettlements, type ClaimSettlement } from '#shared/rules/aftersale/claims.ts'
import { money, quantity } from '#web/ui/format.ts'
import { BarInput, BarSelect } from '#web/ui/forms/Field.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import type { Decision } from './use-decision.ts'
import styles from './claims.module.css'

const settlements = Object.entries(claimSettlements).map(([value, label]) => ({ value, label }))

/** Each line of a claim with its decision: accepted, how much, settled by what; or why not. */
export function DecisionLines({ claim, decision }: { claim: StaffClaimDetails; decision: Decision | undefined }) {
  return (
    <ul className={styles.lines} aria-label="Товары рекламации">
      {claim.products.map((line) => (
        <li key={line.line}>
          <div className="row wrap">
            <span className="grow">
              {line.header}
              <br />
              <small className="dim">
                {line.articul} · {line.other ? 'не из заказа' : `отгружено ${quantity(line.shipped)}`}
              </small>
            </span>
            <span className="nowrap">
              <b className="bold">{quantity(line.qnt)}</b> {line.unit}
            </span>
            <b className={`bold ${styles.sum}`}>{money(line.sum)}</b>
          </div>
          {decision ? <Choice line={line} decision={decision} /> : <Outcome line={line} />}
        </li>
      ))}
    </ul>
  )
}

type Line = StaffClaimDetails['products'][number]

function Choice({ line, decision }: { line: Line; decision: Decision }) {
  const draft = decision.draftOf(line)
  const { articul, qnt } = line
  const isPart = draft.verdict === 'accept' && Number(draft.accepted.replace(',', '.')) !== qnt
  return (
    <div className="row wrap">
      <Segments
        label={`Решение по ${articul}`}
        options={[
          { value: 'accept', label: 'Принять' },
          { value: 'refuse', label: 'Отклонить' },
        ]}
        value={draft.verdict ?? ('' as 'accept')}
        onChange={(verdict) => decision.change(line, { verdict })}
      />
      {draft.verdict === 'accept' && (
        <>
          <BarInput
            label={`Принять ${articul}`}
            className={styles.accepted}
            inputMode="decimal"
            value={draft.accepted}
            onChange={({ currentTarget }) => decision.change(line, { accepted: currentTarget.value })}
          />
          <BarSelect
            label={`Чем закрыть ${articul}`}
            options={settlements}
            value={draft.settle}
            onChange={({ currentTarget: { value } }) => decision.change(line, { settle: value as ClaimSettlement })}
          />
        </>
      )}
      {(draft.verdict === 'refuse' || isPart) && (
        <BarInput
          label={`Причина по ${articul}`}
          className={styles.reason}
          placeholder="Причина, её прочтёт покупатель"
          maxLength={500}
          value={draft.reason}
          onChange={({ currentTarget }) => decision.change(line, { reason: currentTarget.value })}
        />
      )}
    </div>
  )
}

function Outcome({ line: { accepted, unit, settle, reason } }: { line: Line }) {
  if (accepted === null) return <small className="dim">Не решено</small>
  return (
    <small className={accepted === 0 ? 'bad' : 'ok'}>
      {accepted === 0 ? 'Отклонено' : `Принято ${quantity(accepted)} ${unit}`}
      {settle && `, ${claimSettlements[settle].toLowerCase()}`}
      {reason !== '' && `: ${reason}`}
    </small>
  )
}
