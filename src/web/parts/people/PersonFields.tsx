import { limitPeriods, type LimitPeriod } from '#shared/rules/parties/employee-limits.ts'
import type { Manager, ManagerContract } from '#shared/api/organisation/managers.ts'
import { grantsFor, isLimited, isOwner } from '#shared/rules/parties/role-rights.ts'
import { money } from '#web/ui/format.ts'
import { Checkbox, SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { parseRoublesText } from '#web/ui/forms/roubles-text.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { roleOf, roleOptions } from './roles.ts'
import type { PersonForm, usePersonForm } from './use-person-form.ts'
import styles from './person-fields.module.css'

type FieldsProps = Pick<ReturnType<typeof usePersonForm>, 'form' | 'change' | 'errors'> & {
  person: Manager | undefined
  contracts: readonly AllottableContract[]
  /** Roubles that the person has ordered in the current period of their limit. */
  spent?: number | undefined
  byStaff?: boolean
}

type AllottableContract = Pick<ManagerContract, 'id' | 'number' | 'contragent' | 'stopOrders'>

/** All fields of a person. */
export function PersonFields({ form, change, errors, person, contracts, spent, byStaff = false }: FieldsProps) {
  const text = (name: 'name' | 'phone' | 'login', label: string, inputMode: 'text' | 'tel' | 'email') => (
    <TextField
      label={label}
      inputMode={inputMode}
      autoComplete="off"
      maxLength={name === 'login' ? 200 : 120}
      error={errors.shown[name]}
      value={form[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      onBlur={() => errors.leave(name)}
    />
  )
  return (
    <>
      <div className={styles.pair}>
        {text('name', 'Имя и фамилия', 'text')}
        {text('phone', 'Телефон', 'tel')}
      </div>
      <div className={styles.wide}>
        {text('login', 'Логин (почта)', 'email')}
        <RoleField form={form} change={change} person={person} />
      </div>
      <AccessFields {...{ form, change, errors, person, contracts, spent, byStaff }} />
    </>
  )
}

export function RoleField({ form, change, person }: Pick<FieldsProps, 'form' | 'change' | 'person'>) {
  return (
    <SelectField
      label="Роль"
      options={roleOptions}
      value={String(form.type_id)}
      disabled={person?.self === true}
      onChange={({ currentTarget }) => change({ type_id: Number(currentTarget.value) })}
    />
  )
}

/** Contracts, grants and limits of the role. */
export function AccessFields({ form, change, errors, person, contracts, spent, byStaff = false }: FieldsProps) {
  return (
    <>
      <Contracts
        form={form}
        change={change}
        error={errors.shown.contractSelect}
        contracts={contracts}
        byStaff={byStaff}
      />
      {grantsFor(roleOf(form), ['finances', 'acts']).length > 0 && (
        <fieldset className={styles.grants}>
          <legend className="unseen">Может видеть</legend>
          <span className="muted small" aria-hidden>
            Может видеть
          </span>
          <Checkbox
            label="Финансы"
            checked={form.finances}
            onChange={({ currentTarget }) => change({ finances: currentTarget.checked })}
          />
          <Checkbox
            label="Акты сверки"
            checked={form.acts}
            onChange={({ currentTarget }) => change({ acts: currentTarget.checked })}
          />
        </fieldset>
      )}
      {isLimited(roleOf(form)) && (
        <Limits form={form} change={change} errors={errors} person={person} spent={spent} byStaff={byStaff} />
      )}
    </>
  )
}

type ContractsProps = Pick<FieldsProps, 'form' | 'change' | 'contracts' | 'byStaff'> & { error: string | undefined }

function Contracts({ form, change, contracts, error, byStaff }: ContractsProps) {
  if (isOwner(roleOf(form))) return <p className="small muted">Владелец работает по всем договорам</p>
  const { contractSelect } = form
  return (
    <fieldset className={styles.contracts} data-invalid={error !== undefined || undefined} tabIndex={-1}>
      <legend className="small muted">Договоры</legend>
      {contracts.map(({ id, number, contragent, stopOrders }) => (
        <div key={id} className="row">
          <Checkbox
            label={
              <>
                <b>№ {number}</b> <span className="dim">{contragent}</span>
              </>
            }
            checked={contractSelect.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              change({
                contractSelect: checked ? [...contractSelect, id] : contractSelect.filter((each) => each !== id),
              })
            }
          />
          <span className="grow" />
          {stopOrders && <Tag tone="bad">стоп</Tag>}
        </div>
      ))}
      {contracts.length === 0 && (
        <p className="small muted">
          Договоров пока нет: {byStaff ? 'сначала заведите договор' : 'их заводит поставщик'}
        </p>
      )}
      {error !== undefined && (
        <p className="bad small" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const periodLabels: Record<LimitPeriod, string> = { day: 'день', week: 'неделя', month: 'месяц' }
const spentLabels: Record<LimitPeriod, string> = {
  day: 'Сегодня заказано',
  week: 'На этой неделе заказано',
  month: 'В этом месяце заказано',
}

function Limits({ form, change, errors, person, spent, byStaff }: Omit<FieldsProps, 'contracts'>) {
  const limit = parseRoublesText(form.period_limit) ?? null
  const sum = (name: 'order_limit' | 'period_limit', label: string, current: number | null | undefined) => (
    <TextField
      label={label}
      inputMode="decimal"
      placeholder="без лимита"
      maxLength={20}
      error={errors.shown[name]}
      hint={hintOf(form, name, current)}
      value={form[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      onBlur={() => errors.leave(name)}
    />
  )
  return (
    <>
      <div className={styles.limits}>
        {sum('order_limit', 'Лимит на заказ, ₽', person?.order_limit)}
        {sum('period_limit', 'На период, ₽', person?.period_limit)}
        <SelectField
          label="Период"
          options={limitPeriods.map((value) => ({ value, label: periodLabels[value] }))}
          value={form.period}
          onChange={({ currentTarget: { value } }) =>
            change({ period: limitPeriods.find((each) => each === value) ?? 'month' })
          }
        />
      </div>
      {spent !== undefined && limit !== null && limit > 0 && (
        <div className={styles.bar} aria-hidden>
          <i style={{ width: `${Math.min(100, (spent / limit) * 100)}%` }} />
        </div>
      )}
      <p className="small muted">
        {spent !== undefined && person && `${spentLabels[person.period]} на ${money(spent)}. `}
        {byStaff ? 'Заказ сверх лимита согласует владелец.' : 'Заказ сверх лимита придёт вам на согласование.'}
      </p>
    </>
  )
}

function hintOf(form: PersonForm, name: 'order_limit' | 'period_limit', current: number | null | undefined) {
  if (current === undefined || current === (parseRoublesText(form[name]) ?? null)) return undefined
  return `было ${current === null ? 'без лимита' : money(current)}`
}
