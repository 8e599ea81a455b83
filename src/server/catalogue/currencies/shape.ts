import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { PriceExplanation, RateOfHistory, staffPrices } from '#shared/api/staff/prices.ts'
import { currencyName, foreignCurrencyCodes } from '#shared/rules/prices/currencies.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'
import { roubles, roublesOrNull, units } from '#shared/rules/money.ts'
import type { ConsideredBreak } from '#server/catalogue/price-breaks/explain-breaks.ts'
import type { Candidate } from '#server/catalogue/prices/decide-price.ts'
import { shapeRate } from '#server/catalogue/prices/shape-rate.ts'
import type { Rate } from '#server/catalogue/prices/shared-queries-rates.ts'
import type { CurrencyRow, HistoryRow, PriceTypeRow } from './queries-staff.ts'
import type { Explanation, PriceOverview } from './staff-prices.ts'

type Overview = Omit<ReplyOf<typeof staffPrices>, 'status'>

export function shapeOverview({ types, currencies, purchaseType }: PriceOverview): Overview {
  return {
    types: types.map((type) => shapeType(type, purchaseType)),
    currencies: currencies.map(shapeCurrency),
    known: foreignCurrencyCodes.map((code) => ({ code, header: currencyName(code) })),
  }
}

export function shapeHistory({ applied, source, author, setAt, ...rate }: HistoryRow): RateOfHistory {
  const coming = rate.startsOn > dayOf(new Date())
  return { ...shapeRate(rate), state: coming ? 'coming' : applied ? 'applied' : 'past', source, author, set_at: setAt }
}

export function shapeExplanation(explanation: Explanation): Omit<PriceExplanation, 'status'> {
  const { good, contract, priceType, foreign, decision, sumKopecks, rrcKopecks, purchaseKopecks } = explanation
  const { breaks, priceKopecks: kopecks } = explanation
  const isBroken = breaks.some(({ outcome }) => outcome === 'chosen')
  return {
    good,
    contract,
    price: roublesOrNull(kopecks),
    sum: roublesOrNull(sumKopecks),
    candidates: [
      ...decision.candidates.map((candidate) => shapeCandidate(candidate, { priceType, isBroken })),
      ...breaks.map(shapeConsideredBreak),
    ],
    foreign: foreign && {
      currency: foreign.currency,
      amount: Number(foreign.hundredths) / 100,
      rate: rateOrNull(foreign.rate),
    },
    rrc: roublesOrNull(rrcKopecks),
    purchase: roublesOrNull(purchaseKopecks),
    margin: kopecks === null || purchaseKopecks === null ? null : roubles(kopecks - purchaseKopecks),
  }
}

function shapeType(
  { id, code1c, name, currency, isRrc, goods, unrated, contracts, pricesAt }: PriceTypeRow,
  purchaseType: string,
): Overview['types'][number] {
  return {
    id,
    header: name,
    currency,
    goods,
    unrated,
    contracts,
    use: code1c === purchaseType ? 'purchase' : isRrc ? 'rrc' : 'sold',
    imported_at: pricesAt?.toISOString() ?? null,
  }
}

function shapeCurrency({ code, goods, rate, former, coming, source }: CurrencyRow): Overview['currencies'][number] {
  return {
    code,
    header: currencyName(code),
    rate: rateOrNull(rate),
    former: rateOrNull(former),
    coming: rateOrNull(coming),
    source,
    goods,
  }
}

function shapeCandidate(
  candidate: Candidate,
  { priceType: { name, pricesAt }, isBroken }: { priceType: Explanation['priceType']; isBroken: boolean },
): PriceExplanation['candidates'][number] {
  const shown = {
    price: roublesOrNull(candidate.kopecks),
    // A break is lower than what is chosen without breaks.
    outcome: candidate.outcome === 'chosen' && isBroken ? ('higher' as const) : candidate.outcome,
    percent: null,
    own: false,
    from: null,
  }
  if (candidate.kind === 'type') {
    const at = pricesAt === null ? null : new Date(pricesAt).toISOString()
    return { ...shown, kind: 'type', header: name, at, starts: null, ends: null }
  }
  if (candidate.kind === 'sale') {
    const { title, startsOn, endsOn } = candidate.sale
    return { ...shown, kind: 'sale', header: title, at: null, starts: formatDay(startsOn), ends: formatDay(endsOn) }
  }
  const { own, discount, of, startsOn, endsOn } = candidate.condition
  return {
    ...shown,
    kind: discount === null ? 'fixed' : 'discount',
    header: of ?? 'Все товары',
    at: null,
    starts: formatDay(startsOn),
    ends: endsOn === null ? null : formatDay(endsOn),
    percent: discount === null ? null : discount / 100,
    own,
  }
}

function shapeConsideredBreak({ priceBreak, outcome }: ConsideredBreak): PriceExplanation['candidates'][number] {
  const { by, least, priceKopecks, percentHundredths } = priceBreak
  return {
    kind: by,
    header: '',
    percent: percentHundredths === null ? null : percentHundredths / 100,
    own: false,
    at: null,
    starts: null,
    ends: null,
    from: by === 'quantity' ? units(least) : roubles(least),
    price: roubles(priceKopecks),
    outcome,
  }
}

const rateOrNull = (rate: Rate | null) => (rate === null ? null : shapeRate(rate))
