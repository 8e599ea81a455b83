import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { money, price } from '#web/ui/format.ts'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { contractState, paymentText, type Contract } from './terms-texts.ts'
import { availableCreditQuery } from './use-organisation.ts'
import styles from './organisation.module.css'

type TermsProps = {
  contracts: readonly Contract[]
  /** Whether to show what is left of the credit limits. */
  seesFinances: boolean
}

/** Undefined: not shown to this person. Without an entry: not loaded yet, or the contract has no limit. */
type Available = ReadonlyMap<number, number> | undefined

/** Contracts of a contragent with their terms. */
export function ContractTerms({ contracts, seesFinances }: TermsProps) {
  const { data = none } = useQuery({ ...availableCreditQuery, enabled: seesFinances })
  const available = seesFinances ? data : undefined
  const phone = usePhone()
  return phone ? (
    <Cards contracts={contracts} available={available} />
  ) : (
    <Table contracts={contracts} available={available} />
  )
}

const none: ReadonlyMap<number, number> = new Map()

type ListProps = Pick<TermsProps, 'contracts'> & { available: Available }

function Table({ contracts, available }: ListProps) {
  return (
    <div className={table.frame}>
      <table className={`${table.table} ${styles.terms}`}>
        <caption className="unseen">Договоры</caption>
        <colgroup>
          <col style={{ width: '10.5%' }} />
          <col style={{ width: '10%' }} />
          <col style={{ width: '11%' }} />
          <col />
          <col style={{ width: '12.5%' }} />
          <col style={{ width: '12%' }} />
          {available && <col style={{ width: '13%' }} />}
          <col style={{ width: '14%' }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Договор</th>
            <th scope="col">От</th>
            <th scope="col">До</th>
            <th scope="col">Оплата</th>
            <th scope="col">Цены</th>
            <th scope="col" className={table.number}>
              Лимит, ₽
            </th>
            {available && (
              <th scope="col" className={table.number}>
                Доступно, ₽
              </th>
            )}
            <th scope="col">Состояние</th>
          </tr>
        </thead>
        {contracts.map((contract) => (
          <tbody key={contract.id}>
            <tr>
              <td className="bold">№ {contract.number}</td>
              <td>{contract.date}</td>
              <td>{contract.valid_to ?? 'без срока'}</td>
              <td>{paymentText(contract)}</td>
              <td className="muted">{contract.price_type}</td>
              <td className={table.number}>{price(contract.credit_limit)}</td>
              {available && <AvailableCell available={available.get(contract.id)} />}
              <td>
                <StateTag contract={contract} />
              </td>
            </tr>
            {contract.debtAlert !== null && (
              <tr>
                <td colSpan={available ? 8 : 7} className={styles.alert}>
                  {contract.debtAlert} <ToPay contract={contract} />
                </td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function AvailableCell({ available }: { available: number | undefined }) {
  if (available === undefined) return <td className={table.number}>–</td>
  return <td className={`${table.number} bold ${available > 0 ? '' : 'bad'}`}>{price(available)}</td>
}

function Cards({ contracts, available }: ListProps) {
  return (
    <ul className={list.cards} aria-label="Договоры">
      {contracts.map((contract) => (
        <li key={contract.id} className={list.card}>
          <span className="row">
            <b className="bold">№ {contract.number}</b>
            <span className="muted">от {contract.date}</span>
            <span className="grow" />
            <StateTag contract={contract} />
          </span>
          <span>
            {paymentText(contract)}, цены: {contract.price_type}
          </span>
          <span className="small muted">
            {contract.valid_to === null ? 'Без срока' : `До ${contract.valid_to}`}
            {contract.credit_limit !== null && ` · лимит ${price(contract.credit_limit)}\u00a0₽`}
          </span>
          <AvailableLine available={available?.get(contract.id)} />
          {contract.debtAlert !== null && (
            <span className="small bad">
              {contract.debtAlert} <ToPay contract={contract} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function AvailableLine({ available }: { available: number | undefined }) {
  if (available === undefined) return null
  return (
    <span>
      Доступно: <b className={`bold ${available > 0 ? '' : 'bad'}`}>{money(available)}</b>
    </span>
  )
}

function ToPay({ contract: { id, number } }: { contract: Contract }) {
  return (
    <Link
      to="/finances"
      search={{ contract: id }}
      className={`nowrap ${styles.within}`}
      aria-label={`Что оплатить по договору № ${number}`}
    >
      Что оплатить
    </Link>
  )
}

function StateTag({ contract }: { contract: Contract }) {
  const { text, tone } = contractState(contract)
  return <Tag tone={tone}>{text}</Tag>
}
