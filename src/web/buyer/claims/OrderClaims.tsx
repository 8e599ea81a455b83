import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ClaimTag } from '#web/parts/claims/ClaimTag.tsx'
import { Button } from '#web/ui/Button.tsx'
import { quantity } from '#web/ui/format.ts'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { orderClaimsQuery } from './use-claims.ts'
import styles from './claims.module.css'

const NewClaimDialog = lazy(() => import('./NewClaimDialog.tsx').then((module) => ({ default: module.NewClaimDialog })))

/** Button on the page of an order that starts a claim; hidden while nothing can be claimed. */
export function ClaimButton({ orderId }: { orderId: number }) {
  const { data } = useQuery(orderClaimsQuery(orderId))
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  if (!data?.may_file) return null
  return (
    <>
      <Button icon="warning" onClick={() => setOpen(true)}>
        Рекламация
      </Button>
      {open && (
        <Suspense>
          <NewClaimDialog
            claims={data}
            onClose={() => setOpen(false)}
            onFiled={({ id }) => void navigate({ to: '/reclamations/$id', params: { id: String(id) } })}
          />
        </Suspense>
      )}
    </>
  )
}

/** Claimed and settled quantities of the order, with its claims. */
export function OrderClaimsCard({ orderId }: { orderId: number }) {
  const { data } = useQuery(orderClaimsQuery(orderId))
  if (!data || data.claims.length === 0) return null
  return (
    <Card title="Рекламации">
      <CardBody>
        <ul className={styles.claimList}>
          {data.claims.map(({ id, number, state }) => (
            <li key={id} className="row">
              <Link to="/reclamations/$id" params={{ id: String(id) }}>
                {number}
              </Link>
              <ClaimTag state={state} />
            </li>
          ))}
        </ul>
        <table className={styles.ledger}>
          <caption className="unseen">Заказано, отгружено, заявлено и закрыто</caption>
          <thead>
            <tr>
              <th scope="col">Артикул</th>
              <th scope="col">Зак.</th>
              <th scope="col">Отгр.</th>
              <th scope="col">Заявл.</th>
              <th scope="col">Закрыто</th>
            </tr>
          </thead>
          <tbody>
            {data.lines
              .filter(({ claimed }) => claimed > 0)
              .map(({ line, articul, ordered, shipped, claimed, settled }) => (
                <tr key={line}>
                  <th scope="row">{articul}</th>
                  <td>{quantity(ordered)}</td>
                  <td>{quantity(shipped)}</td>
                  <td>{quantity(claimed)}</td>
                  <td>{quantity(settled)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  )
}
