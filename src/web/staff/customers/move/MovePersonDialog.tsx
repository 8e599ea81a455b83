import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Customer, CustomerDetails } from '#shared/api/administration/customers.ts'
import type { PersonRecords } from '#shared/api/administration/customer-people.ts'
import type { Manager } from '#shared/api/organisation/managers.ts'
import { AccessFields, RoleField } from '#web/parts/people/PersonFields.tsx'
import { usePersonForm } from '#web/parts/people/use-person-form.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { withCount } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { allottableContracts } from '../allottable-contracts.ts'
import { CustomerChooser } from '../choose/CustomerChooser.tsx'
import { lastOwnerWarning } from '../last-owner.ts'
import { customerQuery, personRecordsQuery, useMovePerson } from '../use-customers.ts'

type DialogProps = { customer: CustomerDetails; person: Manager; onMoved: () => void; onClose: () => void }

/** Moves a person to another organisation: which one, what stays behind, what they may do there. */
export function MovePersonDialog(props: DialogProps) {
  const queries = useQueryClient()
  const [reloads, setReloads] = useState(0)

  async function reload() {
    await queries.fetchQuery({ ...customerQuery(props.customer.id), staleTime: 0 })
    setReloads((before) => before + 1)
  }

  const person = props.customer.people.find(({ id }) => id === props.person.id) ?? props.person
  return <MoveForm key={reloads} {...props} person={person} onReload={reload} />
}

function MoveForm({ customer, person, onMoved, onClose, onReload }: DialogProps & { onReload: () => Promise<void> }) {
  const [target, setTarget] = useState<Customer>()
  const [asked, setAsked] = useState(false)
  const move = useMovePerson(customer.id, target?.id ?? 0)
  const name = person.name || person.login
  const { form, change, submit, element, errors, unsaved } = usePersonForm({
    // Name and phone go on as they are.
    person: { ...person, name, phone: '', contractSelect: [] },
    save: move,
    savedText: `${name}: теперь в ${target?.name ?? ''}`,
    onSaved: onMoved,
  })
  const missing = asked && !target ? 'Выберите, куда перевести' : fieldErrorsOf(move.error).target

  function choose(chosen: Customer | undefined) {
    setTarget(chosen)
    change({ contractSelect: [] })
    move.reset()
  }

  return (
    <SaveDialog
      anchored
      width={560}
      title={`Перевести: ${name}`}
      subject="сотрудника"
      action="Перевести"
      form={element}
      unsaved={unsaved || target !== undefined}
      saving={move.isPending}
      error={move.error}
      onReload={onReload}
      onSubmit={() => {
        setAsked(true)
        if (target) submit()
        else element.current?.querySelector('input')?.focus()
      }}
      onClose={onClose}
    >
      <CustomerChooser
        label="В какую организацию"
        except={[customer.id]}
        chosen={target}
        error={missing}
        onChoose={choose}
      />
      <Left customer={customer} person={person} />
      {target && (
        <>
          <RoleField form={form} change={change} person={undefined} />
          <TargetAccess id={target.id} form={form} change={change} errors={errors} person={undefined} />
        </>
      )}
    </SaveDialog>
  )
}

type AccessProps = { id: number } & Omit<Parameters<typeof AccessFields>[0], 'contracts'>

function TargetAccess({ id, ...fields }: AccessProps) {
  const { data, error, refetch } = useQuery(customerQuery(id))
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={96} />
  return <AccessFields byStaff contracts={allottableContracts(data)} {...fields} />
}

/** What is lost and what stays. */
function Left({ customer, person }: { customer: CustomerDetails; person: Manager }) {
  const { data, error, refetch } = useQuery(personRecordsQuery(person.id))
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={72} />
  const warning = lastOwnerWarning(person, customer.people)
  return (
    <>
      <Note>{leftText(data, customer.name)}</Note>
      {warning !== '' && <Note tone="warn">{warning}</Note>}
    </>
  )
}

/** What stays and what goes out of sight; kinds of which there is nothing are left out. */
function leftText(records: PersonRecords, organisation: string): string {
  const { orders, open_orders, claims, chat_messages, basket_lines, drafts, favourites } = records
  const open = open_orders === 0 ? '' : ` (${open_orders} в работе)`
  const kept = joined([
    orders > 0 && withCount(orders, ['заказ', 'заказа', 'заказов']) + open,
    claims > 0 && withCount(claims, ['рекламация', 'рекламации', 'рекламаций']),
    chat_messages > 0 && `${withCount(chat_messages, ['сообщение', 'сообщения', 'сообщений'])} чата`,
  ])
  const own = joined([
    basket_lines > 0 && `${withCount(basket_lines, ['строка', 'строки', 'строк'])} корзин`,
    drafts > 0 && withCount(drafts, ['черновик', 'черновика', 'черновиков']),
    favourites > 0 && `${withCount(favourites, ['товар', 'товара', 'товаров'])} в избранном`,
  ])
  return [
    kept === ''
      ? `Заказов, рекламаций и переписки в ${organisation} нет.`
      : `В ${organisation} остаются ${kept}: там видно, кто это сделал, а сотрудник их больше не увидит.`,
    own !== '' && `Пропадёт из виду и личное: ${own}.`,
    'Логин и пароль не изменятся, войти надо будет заново.',
  ]
    .filter(Boolean)
    .join(' ')
}

const joined = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(', ')
