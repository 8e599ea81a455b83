import { Button } from '#web/ui/Button.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useChooseContract, useContracts } from './use-contracts.ts'
import styles from './contracts-card.module.css'

/** Contracts of the account: which one is chosen, which are stopped. */
export function ContractsCard() {
  const { contracts } = useContracts()
  const choose = useChooseContract()
  return (
    <Card title="Договоры">
      <CardBody>
        <ul className={styles.list}>
          {contracts.map(({ id, number, date, contragent, selected, stopOrders, debtAlert }) => (
            <li key={id}>
              <span className={styles.words}>
                <span className="bold nowrap">№ {number}</span> <span className="dim small nowrap">от {date}</span>
                <br />
                <span className="small muted">{contragent}</span>
              </span>
              {stopOrders ? <Tag tone="bad">Стоп</Tag> : debtAlert && <Tag tone="warn">Долг</Tag>}
              {selected ? (
                <Tag tone="accent">Выбран</Tag>
              ) : (
                <Button
                  small
                  busy={choose.isPending && choose.variables === id}
                  aria-label={`Выбрать договор № ${number}`}
                  onClick={() => choose.mutate(id)}
                >
                  Выбрать
                </Button>
              )}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
