import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { CustomerContract, CustomerDetails } from '#shared/api/administration/customers.ts'
import { addDays, dayOf, formatDay } from '#shared/rules/dates.ts'
import { contractState } from '#web/parts/contracts/contract-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { price } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { Tag } from '#web/ui/Tag.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { paymentTerms } from './texts.ts'
import { useStopContract } from './use-customers.ts'
import styles from './customers.module.css'

const TermsDialog = lazy(() => import('./TermsDialog.tsx').then((module) => ({ default: module.TermsDialog })))
const StopDialog = lazy(() => import('./StopDialog.tsx').then((module) => ({ default: module.StopDialog })))

const ConditionsDialog = lazy(() =>
  import('#web/parts/price-conditions/ConditionsDialog.tsx').then((module) => ({ default: module.ConditionsDialog })),
)

const historyDays = 3 * 365

type Opened = { dialog: 'terms' | 'stop' | 'conditions'; id: number }

type CardProps = { customer: CustomerDetails; hasHistory: boolean }

/** Contracts with their terms, to be changed, stopped and resumed. */
export function ContractsCard({ customer: { id: customerId, contracts }, hasHistory }: CardProps) {
  const [opened, setOpened] = useState<Opened>()
  const phone = usePhone()
  const contract = contracts.find(({ id }) => id === opened?.id)
  const close = () => setOpened(undefined)
  const View = phone ? ContractCards : ContractsTable
  return (
    <Card title="Договоры" extra={hasHistory && contracts.length > 0 && <HistoryLink customerId={customerId} />}>
      {contracts.length === 0 ? (
        <EmptyState title="Договоров нет">Их пришлёт 1С, или создайте договор сами: «Новый договор» вверху</EmptyState>
      ) : (
        <View contracts={contracts} onOpen={setOpened} />
      )}
      <Suspense>
        {contract && opened?.dialog === 'terms' && (
          <TermsDialog customerId={customerId} contract={contract} onClose={close} />
        )}
        {contract && opened?.dialog === 'stop' && <StopDialog contract={contract} onClose={close} />}
        {contract && opened?.dialog === 'conditions' && (
          <ConditionsDialog
            title={`Цены и скидки: договор № ${contract.number}`}
            owner={{ contract: contract.id }}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  )
}

/** Changes of contracts over three years, as long as the trail is usually kept. */
function HistoryLink({ customerId }: { customerId: number }) {
  const [from] = useState(() => formatDay(addDays(dayOf(new Date()), -historyDays)))
  return (
    <Link to="/admin/audit" search={{ organisation: customerId, query: 'договор', from }}>
      История условий
    </Link>
  )
}

type ViewProps = { contracts: readonly CustomerContract[]; onOpen: (opened: Opened) => void }

function ContractsTable({ contracts, onOpen }: ViewProps) {
  return (
    <table className={`${table.table} ${styles.contracts}`}>
      <caption className="unseen">Договоры</caption>
      <colgroup>
        <col />
        <col style={{ width: '15%' }} />
        <col style={{ width: '15.5%' }} />
        <col style={{ width: '10%' }} />
        <col style={{ width: '11.5%' }} />
        <col style={{ width: '11.5%' }} />
        <col style={{ width: 150 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Договор</th>
          <th scope="col">Цены</th>
          <th scope="col">Оплата</th>
          <th scope="col" className={table.number}>
            Лимит, ₽
          </th>
          <th scope="col" className={table.number}>
            Долг, ₽
          </th>
          <th scope="col" className={table.number}>
            Проср., ₽
          </th>
          <th scope="col">Состояние</th>
        </tr>
      </thead>
      {contracts.map((contract) => (
        <tbody key={contract.id}>
          <tr className={table.two}>
            <td>
              <TermsButton contract={contract} onOpen={onOpen} /> <span className="small dim">{contract.date}</span>
              <br />
              <span className="small dim">{contract.contragent}</span>
            </td>
            <td title={contract.price_type_header}>
              {contract.price_type_header}
              <br />
              <ConditionsButton contract={contract} onOpen={onOpen} />
            </td>
            <td title={paymentTerms(contract)}>{paymentTerms(contract)}</td>
            <td className={table.number}>{price(contract.credit_limit)}</td>
            <td className={table.number}>{price(contract.debt)}</td>
            <td className={table.number}>
              {contract.overdue === 0 ? (
                <span className="dim">–</span>
              ) : (
                <b className="bad">{price(contract.overdue)}</b>
              )}
            </td>
            <td>
              <span className={styles.state}>
                <State contract={contract} />
                <StopButton contract={contract} onOpen={onOpen} />
              </span>
            </td>
          </tr>
          {contract.alert !== '' && (
            <tr className={styles.alert}>
              <td colSpan={7}>
                <Alert contract={contract} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  )
}

function ContractCards({ contracts, onOpen }: ViewProps) {
  return (
    <ul className={`${list.cards} ${styles.inside}`}>
      {contracts.map((contract) => (
        <li key={contract.id} className={list.card}>
          <span className={styles.cardTitle}>
            <TermsButton contract={contract} onOpen={onOpen} />
            <State contract={contract} />
          </span>
          <span className="small dim">
            {contract.contragent} · от {contract.date}
          </span>
          <span>
            {contract.price_type_header}, {paymentTerms(contract)}
          </span>
          <span className={styles.cardSums}>
            <span>долг {price(contract.debt)} ₽</span>
            {contract.overdue > 0 && <span className="bad">просрочено {price(contract.overdue)} ₽</span>}
          </span>
          {contract.alert !== '' && <Alert contract={contract} />}
          <span className="row">
            <ConditionsButton contract={contract} onOpen={onOpen} />
            <StopButton contract={contract} onOpen={onOpen} />
          </span>
        </li>
      ))}
    </ul>
  )
}

type PartProps = { contract: CustomerContract; onOpen: (opened: Opened) => void }

function TermsButton({ contract: { id, number }, onOpen }: PartProps) {
  return (
    <button
      type="button"
      className={styles.number}
      title={`Изменить условия договора № ${number}`}
      onClick={() => onOpen({ dialog: 'terms', id })}
    >
      № {number}
    </button>
  )
}

function ConditionsButton({ contract: { id, number }, onOpen }: PartProps) {
  return (
    <button type="button" className={styles.number} onClick={() => onOpen({ dialog: 'conditions', id })}>
      Цены и скидки<span className="unseen"> по договору № {number}</span>
    </button>
  )
}

function State({ contract }: { contract: CustomerContract }) {
  const { text, tone } = contractState({ status: contract.status, isStopped: contract.stopped })
  return <Tag tone={tone}>{text}</Tag>
}

/** What the buyer reads. */
function Alert({ contract: { stopped, alert } }: { contract: CustomerContract }) {
  return (
    <span className="small">
      <span className={stopped ? 'bad' : 'warn'}>{stopped ? 'Стоп, покупатель видит: ' : 'Покупатель видит: '}</span>
      {alert}
    </span>
  )
}

function StopButton({ contract, onOpen }: PartProps) {
  const { id, number, stopped, alert, status } = contract
  const stop = useStopContract()
  const notify = useNotify()
  const failed = ({ message }: Error) => notify({ tone: 'bad', title: `Договор № ${number} не изменён`, text: message })
  const resume = () =>
    stop.mutate(
      { id, stop: false },
      {
        onSuccess: () =>
          notify({
            tone: 'ok',
            text: `Стоп по договору № ${number} снят`,
            fadeMs: 8000,
            action: {
              label: 'Вернуть стоп',
              onPress: () =>
                stop.mutate({ id, stop: true, reason: alert || 'Заказы приостановлены' }, { onError: failed }),
            },
          }),
        onError: failed,
      },
    )
  if (stopped)
    return (
      <Button small busy={stop.isPending} onClick={resume}>
        Снять<span className="unseen"> стоп по договору № {number}</span>
      </Button>
    )
  if (status !== 'active') return null
  return (
    <Button small onClick={() => onOpen({ dialog: 'stop', id })}>
      Стоп…<span className="unseen"> по договору № {number}</span>
    </Button>
  )
}
