import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import styles from './customers.module.css'

type Contragent = CustomerDetails['contragents'][number]

export function ContragentsCard({ contragents }: { contragents: readonly Contragent[] }) {
  const phone = usePhone()
  return (
    <Card title="Контрагенты">
      {contragents.length === 0 ? (
        <EmptyState title="Контрагентов нет">
          Юрлицо появится, когда вы одобрите заявку или его добавит владелец
        </EmptyState>
      ) : phone ? (
        <Cards contragents={contragents} />
      ) : (
        <Table contragents={contragents} />
      )}
    </Card>
  )
}

function Table({ contragents }: { contragents: readonly Contragent[] }) {
  return (
    <table className={`${table.table} ${styles.contragents}`}>
      <caption className="unseen">Контрагенты</caption>
      <colgroup>
        <col style={{ width: '26%' }} />
        <col style={{ width: '22%' }} />
        <col />
        <col style={{ width: '26%' }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Название</th>
          <th scope="col">ИНН, КПП</th>
          <th scope="col">Юридический адрес</th>
          <th scope="col">Счёт</th>
        </tr>
      </thead>
      <tbody>
        {contragents.map((contragent) => (
          <tr key={contragent.id}>
            <td title={contragent.company}>
              {contragent.company} {!contragent.active && <Tag>отключён</Tag>}
            </td>
            <td>{[contragent.inn, contragent.kpp].filter(Boolean).join(', ')}</td>
            <td title={contragent.legal_address}>{contragent.legal_address || <span className="dim">–</span>}</td>
            <td title={bankText(contragent)}>{bankText(contragent) || <span className="dim">–</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cards({ contragents }: { contragents: readonly Contragent[] }) {
  return (
    <ul className={`${list.cards} ${styles.inside}`}>
      {contragents.map((contragent) => (
        <li key={contragent.id} className={list.card}>
          <b className="bold">{contragent.company}</b>
          <span className="small dim">
            ИНН {[contragent.inn, contragent.kpp && `КПП ${contragent.kpp}`].filter(Boolean).join(', ')}
          </span>
          {contragent.legal_address !== '' && <span className="small">{contragent.legal_address}</span>}
          {bankText(contragent) !== '' && <span className="small">{bankText(contragent)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** '…0001 2345, Банк ВТБ': the end of the account tells two of one bank apart. */
function bankText({ bank, account }: Contragent): string {
  const tail = account === '' ? '' : `…${account.slice(-8, -4)} ${account.slice(-4)}`
  return [tail, bank].filter(Boolean).join(', ')
}
