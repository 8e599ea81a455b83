import { lazy, Suspense, useState } from 'react'
import type { CustomerDetails } from '#shared/api/administration/customers.ts'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { buyerRoleNames } from '#shared/rules/parties/buyer-role-names.ts'
import { isOwner } from '#shared/rules/parties/role-rights.ts'
import { roleOf } from '#web/parts/people/roles.ts'
import { usePersonSwitch } from '#web/parts/people/use-person-switch.ts'
import { Button } from '#web/ui/Button.tsx'
import { money, shortDateTime } from '#web/ui/format.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { initialsOf } from '#web/ui/initials.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import { ActAsButton, isActable, type ActAs } from './ActAs.tsx'
import { lastOwnerWarning } from './last-owner.ts'
import { useSwitchPerson } from './use-customers.ts'
import styles from './customers.module.css'

const PersonEditor = lazy(() => import('./PersonEditor.tsx').then((module) => ({ default: module.PersonEditor })))

const MovePersonDialog = lazy(() =>
  import('./move/MovePersonDialog.tsx').then((module) => ({ default: module.MovePersonDialog })),
)

type CardProps = { customer: CustomerDetails; hasHistory: boolean; actAs: ActAs }

/** People of a customer, to be invited, changed, switched off, and acted as. Those who can sign in come first. */
export function PeopleCard({ customer, hasHistory, actAs }: CardProps) {
  const [opened, setOpened] = useState<number | 'new'>()
  // As they were when the dialog opened: a moved person is not among the people any more.
  const [moving, setMoving] = useState<Manager>()
  const close = () => {
    setOpened(undefined)
    setMoving(undefined)
  }
  const people = customer.people.toSorted((left, right) => right.enabled - left.enabled)
  const person = people.find(({ id }) => id === opened)
  return (
    <Card
      title={
        <>
          Сотрудники <span className={styles.hint}>{people.length}</span>
        </>
      }
      extra={
        <Button small icon="plus" onClick={() => setOpened('new')}>
          Пригласить
        </Button>
      }
    >
      {people.length === 0 ? (
        <EmptyState title="Никто не может войти">
          Пригласите владельца: по ссылке из письма он задаст пароль и войдёт
        </EmptyState>
      ) : (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id} className={person.enabled === 1 ? undefined : 'dim'}>
              <span className={styles.avatar} aria-hidden="true">
                {initialsOf(nameOf(person))}
              </span>
              <span className={styles.person}>
                <span>
                  <button
                    type="button"
                    className={styles.number}
                    title={`Изменить: ${nameOf(person)}`}
                    onClick={() => setOpened(person.id)}
                  >
                    {nameOf(person)}
                  </button>{' '}
                  <Seen person={person} />
                </span>
                <span className="small dim">{accessText(person)}</span>
                <span className="small dim">{[person.login, person.phone].filter(Boolean).join(' · ')}</span>
              </span>
              <span className={styles.switch}>
                {customer.status === 'active' && isActable(person) && <ActAsButton person={person} actAs={actAs} />}
                <SwitchButton customer={customer} person={person} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {(opened === 'new' || person) && !moving && (
          <PersonEditor
            customer={customer}
            person={person}
            hasHistory={hasHistory}
            onMove={() => setMoving(person)}
            onClose={() => setOpened(undefined)}
          />
        )}
        {moving && (
          <MovePersonDialog customer={customer} person={moving} onMoved={close} onClose={() => setMoving(undefined)} />
        )}
      </Suspense>
    </Card>
  )
}

const nameOf = ({ name, login }: Manager) => name || login

function SwitchButton({ customer, person }: { customer: CustomerDetails; person: Manager }) {
  const switching = useSwitchPerson(customer.id)
  const setEnabled = usePersonSwitch(person, switching)
  const confirm = useConfirm()
  const isOn = person.enabled === 1

  async function switchOver() {
    const warning = lastOwnerWarning(person, customer.people)
    if (isOn && warning !== '' && !(await confirm(`${warning} Отключить?`))) return
    setEnabled(!isOn)
  }

  return (
    <Button small busy={switching.isPending} onClick={() => void switchOver()}>
      {isOn ? 'Отключить' : 'Включить'}
      <span className="unseen"> сотрудника {nameOf(person)}</span>
    </Button>
  )
}

function Seen({ person: { state, online, last_sign_in } }: { person: Manager }) {
  if (state === 'disabled') return <span className="small">отключён</span>
  if (state === 'expired') return <span className="small bad">приглашение истекло</span>
  if (state === 'invited') return <span className="small warn">приглашён</span>
  if (online) return <span className="small ok">сейчас</span>
  return <span className="small dim">{last_sign_in === null ? 'ещё не входил' : shortDateTime(last_sign_in)}</span>
}

/** 'менеджер · № 114-О, № 31-С · до 300 000 ₽' */
function accessText(person: Manager): string {
  const { contracts, order_limit } = person
  const role = roleOf(person)
  const allotted = isOwner(role) ? 'все договоры' : contracts.map(({ number }) => `№ ${number}`).join(', ')
  const limit = order_limit !== null && `до ${money(order_limit)}`
  return [buyerRoleNames[role.role].toLowerCase(), allotted || 'без договоров', limit].filter(Boolean).join(' · ')
}
