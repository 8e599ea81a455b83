import { Link } from '@tanstack/react-router'
import { price } from '#web/ui/format.ts'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { contractState, paymentText, type Contract } from './terms-texts.ts'
import styles from './organisation.module.css'

type TermsProps = { contracts: readonly Contract[] }

/** Contracts of a contragent with their terms. */
export function ContractTerms(props: TermsProps) {
  return usePhone() ? <Cards {...props} /> : <Table {...props} />
}

function Table({ contracts }: TermsProps) {
  return (
    <div className={table.frame}>
      <table className={`${table.table} ${styles.terms}`}>
        <caption className="unseen">Договоры</caption>
        <colgroup>
          <col style={{ width: 100 }} />
          <col style={{ width: 92 }} />
          <col style={{ width: 100 }} />
          <col />
          <col style={{ width: 130 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 130 }} />
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
              <td>
                <StateTag contract={contract} />
              </td>
            </tr>
            {contract.debtAlert !== null && (
              <tr>
                <td colSpan={7} className={styles.alert}>
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

function Cards({ contracts }: TermsProps) {
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
