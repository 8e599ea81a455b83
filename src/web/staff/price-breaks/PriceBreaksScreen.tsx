import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { StaffPriceBreak } from '#shared/api/staff/pricing/price-breaks.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { quantity } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody, Page } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import table from '#web/ui/tables/table.module.css'
import { usePhone } from '#web/ui/use-phone.ts'
import { benefitText, targetText, thresholdText } from './break-draft.ts'
import { ownerOf, type BreaksSearch } from './breaks-url.ts'
import { useEndBreak, usePriceBreaks } from './use-price-breaks.ts'
import styles from './price-breaks.module.css'

const BreakDialog = lazy(() => import('./BreakDialog.tsx').then((module) => ({ default: module.BreakDialog })))

/** Prices from a quantity or a sum on, of a price type or a contract. */
export function PriceBreaksScreen({ search }: { search: BreaksSearch }) {
  const owner = ownerOf(search)
  const { data, error, refetch } = usePriceBreaks(owner)
  const [opened, setOpened] = useState<StaffPriceBreak | 'new'>()
  if (!owner)
    return (
      <Page title="Цены от количества и суммы">
        <Card>
          <EmptyState title="Выберите тип цен или договор" action={<Link to="/admin/customers">К организациям</Link>}>
            Цены от количества задают в типе цен или в карточке организации, у договора
          </EmptyState>
        </Card>
      </Page>
    )
  return (
    <Page
      title="Цены от количества и суммы"
      extra={data && <OwnerName search={search} header={data.header} customer={data.customer} />}
      actions={
        data && (
          <Button variant="primary" onClick={() => setOpened('new')}>
            Добавить
          </Button>
        )
      }
    >
      <Card>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <CardBody>
            <Skeleton width="60%" height={120} />
          </CardBody>
        ) : data.items.length === 0 ? (
          <EmptyState title="Таких цен пока нет">
            Добавьте цену или скидку от количества товара или от суммы корзины: покупатель увидит её в карточке и
            корзине
          </EmptyState>
        ) : (
          <>
            {data.total > data.items.length && (
              <CardBody>
                <Note>
                  Показано {quantity(data.items.length)} из {quantity(data.total)}: остальные прислала 1С, смотрите их
                  там
                </Note>
              </CardBody>
            )}
            <Breaks owner={owner} breaks={data.items} onOpen={setOpened} />
          </>
        )}
      </Card>
      {opened !== undefined && (
        <Suspense>
          <BreakDialog
            owner={owner}
            changed={opened === 'new' ? undefined : opened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </Page>
  )
}

type NameProps = { search: BreaksSearch; header: string; customer: number | null }

function OwnerName({ search: { contract }, header, customer }: NameProps) {
  if (contract === undefined || customer === null) return <span className="dim">тип цен {header}</span>
  return (
    <Link to="/admin/customers/$id" params={{ id: String(customer) }}>
      {header}
    </Link>
  )
}

type BreaksProps = {
  owner: { contract: number } | { price_type: number }
  breaks: readonly StaffPriceBreak[]
  onOpen: (changed: StaffPriceBreak) => void
}

function Breaks({ owner, breaks, onOpen }: BreaksProps) {
  const phone = usePhone()
  if (phone)
    return (
      <ul className={list.cards}>
        {breaks.map((each) => (
          <li key={each.id} className={list.card}>
            <span>{targetText(each)}</span>
            <span>
              {thresholdText(each)}: <b className="bold">{benefitText(each)}</b>
            </span>
            <Actions owner={owner} stored={each} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    )
  return (
    <table className={table.table}>
      <caption className="unseen">Цены от количества и суммы</caption>
      <colgroup>
        <col />
        <col style={{ width: 180 }} />
        <col style={{ width: 110 }} />
        <col style={{ width: 170 }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">На что</th>
          <th scope="col">Порог</th>
          <th scope="col" className={table.number}>
            Цена, скидка
          </th>
          <th scope="col">
            <span className="unseen">Действия</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {breaks.map((each) => (
          <BreakRow key={each.id} owner={owner} stored={each} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Omit<BreaksProps, 'breaks'> & { stored: StaffPriceBreak }

function BreakRow(props: RowProps) {
  const { stored } = props
  return (
    <tr>
      <td title={targetText(stored)}>{targetText(stored)}</td>
      <td>{thresholdText(stored)}</td>
      <td className={`${table.number} ${table.strong}`}>{benefitText(stored)}</td>
      <td className={table.field}>
        <Actions {...props} />
      </td>
    </tr>
  )
}

/** A contract shows the breaks of its price type too; they are changed there. */
function Actions({ owner, stored, onOpen }: RowProps) {
  const { id, of_type, from_1c } = stored
  const end = useEndBreak(owner)
  const confirm = useConfirm()
  const notify = useNotify()
  const name = `${targetText(stored)} ${thresholdText(stored)}`
  if (from_1c) return <span className="small dim">из 1С</span>
  if ('contract' in owner && of_type) return <span className="small dim">типа цен</span>

  async function remove() {
    if (!(await confirm(`Снять: ${name}?`))) return
    end.mutate(id, { onError: ({ message }) => notify({ tone: 'bad', text: message }) })
  }

  return (
    <span className={styles.buttons}>
      <Button small aria-label={`Изменить: ${name}`} onClick={() => onOpen(stored)}>
        Изменить
      </Button>
      <Button small busy={end.isPending} aria-label={`Снять: ${name}`} onClick={() => void remove()}>
        Снять
      </Button>
    </span>
  )
}
