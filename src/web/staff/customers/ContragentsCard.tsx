import { lazy, Suspense, useState } from 'react'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { useContragentSwitch } from '#web/parts/requisites/use-contragent-switch.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { useSwitchContragent } from './use-customers.ts'
import styles from './customers.module.css'

const ContragentEditor = lazy(() =>
  import('./ContragentEditor.tsx').then((module) => ({ default: module.ContragentEditor })),
)

type CardProps = { customer: CustomerDetails; hasHistory: boolean }

/** Legal entities of a customer, to be added, changed, switched off and deleted. */
export function ContragentsCard({ customer: { id: customerId, contragents }, hasHistory }: CardProps) {
  const [opened, setOpened] = useState<number | 'new'>()
  const phone = usePhone()
  const View = phone ? Cards : Table
  return (
    <Card
      title="Контрагенты"
      extra={
        <Button small icon="plus" onClick={() => setOpened('new')}>
          Добавить<span className="unseen"> контрагента</span>
        </Button>
      }
    >
      {contragents.length === 0 ? (
        <EmptyState title="Контрагентов нет">
          Добавьте юрлицо сами, или его добавит владелец: без контрагента не завести договор
        </EmptyState>
      ) : (
        <View customerId={customerId} contragents={contragents} onOpen={setOpened} />
      )}
      <Suspense>
        {opened !== undefined && (
          <ContragentEditor
            customerId={customerId}
            contragent={contragents.find(({ id }) => id === opened)}
            hasHistory={hasHistory}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}

type ViewProps = { customerId: number; contragents: readonly Contragent[]; onOpen: (id: number) => void }

function Table({ customerId, contragents, onOpen }: ViewProps) {
  return (
    <table className={`${table.table} ${styles.contragents}`}>
      <caption className="unseen">Контрагенты</caption>
      <colgroup>
        <col style={{ width: '26%' }} />
        <col style={{ width: 178 }} />
        <col />
        <col style={{ width: '22%' }} />
        <col style={{ width: 106 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Название</th>
          <th scope="col">ИНН, КПП</th>
          <th scope="col">Юридический адрес</th>
          <th scope="col">Счёт</th>
          <th scope="col">
            <span className="unseen">Действия</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {contragents.map((contragent) => (
          <tr key={contragent.id}>
            <td title={contragent.company}>
              <span className={styles.named}>
                <EditButton contragent={contragent} onOpen={onOpen} />
                {contragent.status === 'inactive' && <Tag>отключён</Tag>}
              </span>
            </td>
            <td>{[contragent.inn, contragent.kpp].filter(Boolean).join(', ')}</td>
            <td title={contragent.legal_address}>{contragent.legal_address || <span className="dim">–</span>}</td>
            <td title={bankText(contragent)}>{bankText(contragent) || <span className="dim">–</span>}</td>
            <td>
              <SwitchButton customerId={customerId} contragent={contragent} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cards({ customerId, contragents, onOpen }: ViewProps) {
  return (
    <ul className={`${list.cards} ${styles.inside}`}>
      {contragents.map((contragent) => (
        <li key={contragent.id} className={list.card}>
          <span className={styles.cardTitle}>
            <EditButton contragent={contragent} onOpen={onOpen} />
            {contragent.status === 'inactive' && <Tag>отключён</Tag>}
          </span>
          <span className="small dim">
            ИНН {[contragent.inn, contragent.kpp && `КПП ${contragent.kpp}`].filter(Boolean).join(', ')}
          </span>
          {contragent.legal_address !== '' && <span className="small">{contragent.legal_address}</span>}
          {bankText(contragent) !== '' && <span className="small">{bankText(contragent)}</span>}
          <span>
            <SwitchButton customerId={customerId} contragent={contragent} />
          </span>
        </li>
      ))}
    </ul>
  )
}

type EditProps = { contragent: Contragent; onOpen: (id: number) => void }

function EditButton({ contragent: { id, company }, onOpen }: EditProps) {
  return (
    <button type="button" className={styles.number} title={`Изменить: ${company}`} onClick={() => onOpen(id)}>
      {company}
    </button>
  )
}

function SwitchButton({ customerId, contragent }: { customerId: number; contragent: Contragent }) {
  const { company, status } = contragent
  const switching = useSwitchContragent(customerId)
  const turn = useContragentSwitch(contragent, switching)
  return (
    <Button small busy={switching.isPending} onClick={() => turn(status !== 'active')}>
      {status === 'active' ? 'Отключить' : 'Включить'}
      <span className="unseen"> контрагента {company}</span>
    </Button>
  )
}

/** '…0001 2345, Банк ВТБ': the end of the account tells two of one bank apart. */
function bankText({ bank, account }: Contragent): string {
  const tail = account === '' ? '' : `…${account.slice(-8, -4)} ${account.slice(-4)}`
  return [tail, bank].filter(Boolean).join(', ')
}
