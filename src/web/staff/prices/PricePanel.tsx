import { useState, type ReactNode } from 'react'
import type { PriceExplanation } from '#shared/api/staff/prices.ts'
import { currencyCode, currencySign } from '#shared/rules/prices/currencies.ts'
import { fixedPriceText, formatPercent } from '#shared/rules/prices/price-source.ts'
import type { PriceOutcome } from '#shared/rules/prices/price-outcomes.ts'
import { GoodsPicker } from '#web/parts/goods/GoodsPicker.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { money, perUnit, price, quantityWithUnit, shortDate, shortDateTime } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { OptionalItem } from '#web/ui/page/DescriptionItem.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import { rateText } from './currency-note.ts'
import type { PricesChange, PricesSearch } from './prices-url.ts'
import { contractsSource, goodsSource, useExplanation } from './use-staff-prices.ts'
import styles from './prices.module.css'

type PanelProps = { search: PricesSearch; onSearch: (change: PricesChange) => void }

/** Which price a good has under a contract, and why. */
export function PricePanel({ search, onSearch }: PanelProps) {
  const { product, contract } = search
  const { data, error, refetch } = useExplanation(search)
  const chosenGood = product === undefined ? undefined : data?.good.id === product ? data.good : null
  const chosenContract = contract === undefined ? undefined : data?.contract.id === contract ? data.contract : null
  return (
    <Card title="Какая будет цена">
      <CardBody>
        <div className="column">
          <Choice
            label="Товар"
            text={
              chosenGood === undefined ? undefined : chosenGood ? `${chosenGood.articul} ${chosenGood.header}` : '…'
            }
            onReset={() => onSearch({ product: undefined })}
          >
            <GoodsPicker
              label="Найти товар для расчёта"
              source={goodsSource}
              chosen={new Set()}
              chosenLabel="Выбран"
              pickLabel="Выбрать"
              onPick={({ id }) => onSearch({ product: id })}
            />
          </Choice>
          <Choice
            label="Договор"
            text={
              chosenContract === undefined
                ? undefined
                : chosenContract
                  ? `№ ${chosenContract.number}, ${chosenContract.contragent}`
                  : '…'
            }
            onReset={() => onSearch({ contract: undefined })}
          >
            <GoodsPicker
              label="Найти договор для расчёта"
              source={contractsSource}
              chosen={new Set()}
              chosenLabel="Выбран"
              pickLabel="Выбрать"
              foundLabel="Найденные договоры"
              onPick={({ id }) => onSearch({ contract: id })}
            />
          </Choice>
          <QuantityField
            key={search.quantity ?? 1}
            quantity={search.quantity ?? 1}
            onChange={(quantity) => onSearch({ quantity })}
          />
        </div>
      </CardBody>
      {product === undefined || contract === undefined ? (
        <EmptyState title="Почему такая цена">
          Выберите товар и договор: покажем цену на сегодня и всё, из чего она выбрана
        </EmptyState>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <CardBody>
          <Skeleton width="70%" height={120} />
        </CardBody>
      ) : (
        <Explanation explanation={data} />
      )}
    </Card>
  )
}

type ChoiceProps = { label: string; text: string | undefined; onReset: () => void; children: ReactNode }

/** What was chosen, with a button to choose another; without a choice, the search. */
function Choice({ label, text, onReset, children }: ChoiceProps) {
  if (text === undefined) return children
  return (
    <div className={styles.choice}>
      <span className="small muted">{label}</span>
      <span className="row">
        <span className="clip grow" title={text}>
          {text}
        </span>
        <Button small aria-label={`${label}: выбрать другой`} onClick={onReset}>
          Другой
        </Button>
      </span>
    </div>
  )
}

function QuantityField({ quantity, onChange }: { quantity: number; onChange: (quantity: number) => void }) {
  const [text, setText] = useState(String(quantity).replace('.', ','))
  function submit() {
    const typed = Number(text.replace(/\s/g, '').replace(',', '.'))
    if (typed > 0 && typed < 1e9 && Number(typed.toFixed(3)) === typed && typed !== quantity) onChange(typed)
    else setText(String(quantity).replace('.', ','))
  }
  return (
    <TextField
      label="Количество"
      inputMode="decimal"
      maxLength={12}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={submit}
      onKeyDown={({ key }) => key === 'Enter' && submit()}
    />
  )
}

const outcomeTexts: Record<PriceOutcome, string> = {
  chosen: '',
  higher: 'есть цена ниже',
  inactive: 'товар снят с продажи',
  notPriced: 'нет цены в 1С',
  noRate: 'нет курса валюты',
  notYet: 'срок ещё не начался',
  over: 'срок закончился',
  switchedOff: 'выключена',
  notBelowList: 'не ниже цены типа',
  notReached: 'порог не достигнут',
}

function Explanation({ explanation }: { explanation: PriceExplanation }) {
  const { good, price: chosen, sum, candidates, foreign, rrc, purchase, margin } = explanation
  return (
    <>
      <CardBody>
        <p className={styles.price}>
          {chosen === null ? (
            <b>Не продаётся</b>
          ) : (
            <>
              <b>{money(chosen)}</b> <span className="muted">{perUnit(good.unit)},</span> всего{' '}
              <b className="bold">{money(sum)}</b>
            </>
          )}
        </p>
        {foreign && (
          <p className="small muted">
            В 1С {price(foreign.amount)} {currencySign(foreign.currency)}
            {foreign.rate
              ? ` по курсу ${rateText(foreign.rate)} ₽ с ${shortDate(foreign.rate.date)}`
              : `, курса ${currencyCode(foreign.currency)} нет`}
          </p>
        )}
      </CardBody>
      <table className={table.table}>
        <caption className="unseen">Что подошло</caption>
        <colgroup>
          <col />
          <col style={{ width: 92 }} />
          <col style={{ width: 28 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Что подошло</th>
            <th scope="col" className={table.number}>
              Цена, ₽
            </th>
            <th scope="col">
              <span className="unseen">Выбрана</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {candidates.map((candidate) => (
            <CandidateRow
              key={[
                candidate.kind,
                candidate.header,
                candidate.starts,
                candidate.percent,
                candidate.from,
                candidate.price,
              ].join(' ')}
              candidate={candidate}
              unit={good.unit}
            />
          ))}
        </tbody>
      </table>
      <CardBody>
        <dl className={`facts ${styles.facts}`}>
          <OptionalItem name="РРЦ" value={rrc === null ? null : money(rrc)} />
          <OptionalItem name="Закупка" value={purchase === null ? null : money(purchase)} />
          {margin !== null && margin >= 0 && purchase !== null && (
            <OptionalItem name="Наша наценка" value={`${money(margin)}, ${percentOf(margin, purchase)}`} />
          )}
        </dl>
        {margin !== null && margin < 0 && (
          <Note tone="bad">Цена ниже закупочной: убыток {money(-margin)} на единицу</Note>
        )}
      </CardBody>
    </>
  )
}

function CandidateRow({ candidate, unit }: { candidate: Candidate; unit: string }) {
  const { header, outcome } = candidate
  const { title, from } = describeCandidate(candidate, unit)
  const chosen = outcome === 'chosen'
  return (
    <tr className={table.two} data-on={chosen || undefined}>
      <td title={header}>
        <span className={chosen ? table.strong : undefined}>{title}</span>
        <div className="small dim">{[from, outcomeTexts[outcome]].filter(Boolean).join(' · ')}</div>
      </td>
      <td className={`${table.number} ${chosen ? table.strong : 'muted'}`}>{price(candidate.price)}</td>
      <td>{chosen && <ChosenMark />}</td>
    </tr>
  )
}

type Candidate = PriceExplanation['candidates'][number]

/** What the price is, and where it comes from. */
function describeCandidate(
  { kind, header, percent, own, at, starts, ends, from }: Candidate,
  unit: string,
): {
  title: string
  from: string
} {
  const lower = percent === null ? 'Цена' : `Скидка ${formatPercent(percent)}`
  const period = ends === null ? `с ${starts}` : `${starts} – ${ends}`
  const of = own ? 'договор' : 'тип цен'
  return {
    type: { title: `Тип цен ${header}`, from: at === null ? '1С' : `1С, ${shortDateTime(at)}` },
    sale: { title: header, from: `акция ${period}` },
    discount: { title: `Скидка ${formatPercent(percent ?? 0)} – ${header}`, from: `${of}, ${period}` },
    fixed: { title: fixedPriceText({ ofType: !own }), from: `${of}, ${period}` },
    quantity: { title: `${lower} от ${quantityWithUnit(from ?? 0, unit)}`, from: '' },
    sum: { title: `${lower} при корзине от ${money(from)}`, from: '' },
  }[kind]
}

function ChosenMark() {
  return (
    <>
      <Icon name="check" />
      <span className="unseen">Выбрана</span>
    </>
  )
}

const percentFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
const percentOf = (margin: number, purchase: number) => `${percentFormat.format((margin / purchase) * 100)}\u00a0%`
