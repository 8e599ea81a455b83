import type { StaffCurrency } from '#shared/api/staff/prices.ts'
import { currencyCode, isForeignCurrency, type CurrencyRate } from '#shared/rules/prices/currencies.ts'
import { Button } from '#web/ui/Button.tsx'
import { shortDate } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import table from '#web/ui/tables/table.module.css'
import { currencyNote, rateText } from './currency-note.ts'
import styles from './prices.module.css'

type CurrenciesProps = {
  currencies: readonly StaffCurrency[]
  /** With the code of a currency, or '' for a new one. */
  onOpen: (code: string) => void
}

export function CurrenciesCard({ currencies, onOpen }: CurrenciesProps) {
  return (
    <Card
      title="Валюты"
      extra={
        <Button small onClick={() => onOpen('')}>
          Добавить
        </Button>
      }
    >
      {currencies.length === 0 ? (
        <EmptyState title="Все цены в рублях">
          Валюта появится здесь, когда 1С пришлёт в ней цены. Курс можно задать заранее
        </EmptyState>
      ) : (
        <>
          <div className={styles.scrolled}>
            <table className={table.table}>
              <caption className="unseen">Валюты и их курсы</caption>
              <colgroup>
                <col />
                <col style={{ width: 116 }} />
                <col className={styles.wide} style={{ width: 84 }} />
                <col style={{ width: 64 }} />
              </colgroup>
              <thead>
                <tr>
                  <th scope="col">Валюта</th>
                  <th scope="col" className={table.number}>
                    Курс, ₽
                  </th>
                  <th scope="col" className={`${table.number} ${styles.wide}`}>
                    К прошлому
                  </th>
                  <th scope="col" className={table.number}>
                    С
                  </th>
                </tr>
              </thead>
              <tbody>
                {currencies.map((currency) => (
                  <CurrencyRow key={currency.code} currency={currency} onOpen={() => onOpen(currency.code)} />
                ))}
              </tbody>
            </table>
          </div>
          <CardBody>
            <p className={`small dim ${styles.hint}`}>
              Новый курс меняет цены с полуночи своего дня по Москве. В заказе остаётся курс дня заказа.
            </p>
          </CardBody>
        </>
      )}
    </Card>
  )
}

function CurrencyRow({ currency, onOpen }: { currency: StaffCurrency; onOpen: () => void }) {
  const { header, rate, former } = currency
  const code = currencyCode(currency.code)
  const { text, isBad } = currencyNote(currency)
  return (
    <tr className={text === '' ? undefined : table.two}>
      <td>
        {isForeignCurrency(currency.code) ? (
          <Button
            small
            variant="plain"
            className={styles.open}
            aria-label={`Курс: ${code}, ${header}`}
            onClick={onOpen}
          >
            <span className={table.strong}>{code}</span>&nbsp;<span className="dim">{header}</span>
          </Button>
        ) : (
          <span className={table.strong}>{code}</span>
        )}
        {text !== '' && <div className={`small ${isBad ? 'bad' : 'dim'}`}>{text}</div>}
      </td>
      <td className={`${table.number} ${table.strong}`}>{rate ? rateText(rate) : '–'}</td>
      <td className={`${table.number} ${styles.wide}`}>
        <Change rate={rate} former={former} />
      </td>
      <td className={`${table.number} dim`}>{rate ? shortDate(rate.date) : '–'}</td>
    </tr>
  )
}

const changeFormat = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

function Change({ rate, former }: { rate: CurrencyRate | null; former: CurrencyRate | null }) {
  if (rate === null || former === null) return <span className="dim">–</span>
  const difference = Number((rate.rate - (former.rate * rate.nominal) / former.nominal).toFixed(4))
  const text = changeFormat.format(Math.abs(difference))
  if (difference === 0) return <span className="dim">{text}</span>
  return difference > 0 ? <span className="bad">+{text}</span> : <span className="ok">−{text}</span>
}
