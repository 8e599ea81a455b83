import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PriceCondition } from '#shared/api/administration/price-conditions.ts'
import { formatPercent } from '#shared/rules/prices/price-source.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { money, shortDateTime } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import list from '#web/ui/tables/paged-list.module.css'
import { ConditionDialog } from './ConditionDialog.tsx'
import { useEndCondition, usePriceConditions, type ConditionOwner } from './use-price-conditions.ts'
import styles from './price-conditions.module.css'

type DialogProps = { title: string; owner: ConditionOwner; onClose: () => void }

/** Discounts and fixed prices of a contract, or of all contracts of a price type. */
export function ConditionsDialog({ title, owner, onClose }: DialogProps) {
  const { data, error, refetch } = usePriceConditions(owner)
  const [edited, setEdited] = useState<PriceCondition | 'new'>()
  return (
    <Modal
      opened
      anchored
      width={680}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Link
            to="/admin/prices/breaks"
            search={'contract' in owner ? { contract: owner.contract } : { type: owner.price_type }}
            className={buttonClass()}
          >
            От количества
          </Link>
          <span className="grow" />
          <Button variant="primary" onClick={() => setEdited('new')}>
            Добавить скидку или цену
          </Button>
        </>
      }
    >
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton width="100%" height={96} />
      ) : data.length === 0 ? (
        <EmptyState title="Своих условий нет">Цены берутся из типа цен. Добавьте скидку или цену товара</EmptyState>
      ) : (
        <ul className={list.cards}>
          {data.map((condition) => (
            <ConditionItem key={condition.id} condition={condition} owner={owner} onEdit={() => setEdited(condition)} />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <ConditionDialog
          owner={owner}
          condition={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Modal>
  )
}

type ItemProps = { condition: PriceCondition; owner: ConditionOwner; onEdit: () => void }

function ConditionItem({ condition, owner, onEdit }: ItemProps) {
  const { state, from_1c, author, set_at, of_type } = condition
  const ofOwner = of_type === 'price_type' in owner
  return (
    <li className={`${list.card} ${state === 'over' ? 'dim' : ''}`}>
      <span className="row">
        <b className="grow">{nameOf(condition)}</b>
        {ofOwner && !from_1c && state !== 'over' && <Actions condition={condition} owner={owner} onEdit={onEdit} />}
      </span>
      <span className={`small muted ${styles.facts}`}>
        <span>{periodText(condition)}</span>
        {!ofOwner && <span>из условий типа цен</span>}
        <span>
          {from_1c ? '1С' : (author ?? 'сотрудник')}, {shortDateTime(set_at)}
        </span>
      </span>
    </li>
  )
}

function Actions({ condition, owner, onEdit }: ItemProps) {
  const { id, kind, state } = condition
  const end = useEndCondition(owner)
  const confirm = useConfirm()
  const notify = useNotify()
  const name = nameOf(condition)
  const { verb, done } = endTexts[state === 'coming' ? 'coming' : 'running']

  async function remove() {
    if (!(await confirm(`${verb}: ${name}?`))) return
    end.mutate(id, {
      onSuccess: () => notify({ tone: 'ok', text: `${ended[kind]} ${done}`, fadeMs: 5000 }),
      onError: ({ message }) => notify({ tone: 'bad', text: message }),
    })
  }

  return (
    <>
      <Button small aria-label={`Изменить: ${name}`} onClick={onEdit}>
        Изменить
      </Button>
      <Button small busy={end.isPending} aria-label={`${verb}: ${name}`} onClick={() => void remove()}>
        {verb}
      </Button>
    </>
  )
}

/** Prices need not change with it: another condition or a sale may apply. */
const endTexts = {
  coming: { verb: 'Удалить', done: 'удалена' },
  running: { verb: 'Прекратить', done: 'прекращена' },
}
const ended = { discount: 'Скидка', fixed: 'Особая цена' }

/** 'Скидка 7 % – Электроинструмент' */
function nameOf({ kind, percent, price, header, articul }: PriceCondition): string {
  const what = kind === 'discount' ? `Скидка ${formatPercent(percent ?? 0)}` : `Цена ${money(price)}`
  return `${what} – ${[articul, header ?? 'все товары'].filter(Boolean).join(' ')}`
}

function periodText({ starts, ends, state }: PriceCondition): string {
  const period = ends === null ? `с ${starts} до отмены` : `${starts} – ${ends}`
  return { coming: `начнётся: ${period}`, running: period, over: `закончилась: ${period}` }[state]
}
