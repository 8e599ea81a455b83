import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CustomerContract } from '#shared/api/administration/customers.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { contractStatusOptions } from '#web/parts/contracts/contract-state.ts'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { DayField } from '#web/ui/forms/DayField.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { termsDraftOf, termsErrors, termsInputOf, type TermsDraft } from './terms-draft.ts'
import { contractOptionsQuery, customerQuery, useSaveTerms } from './use-customers.ts'
import { WarehousesField } from './WarehousesField.tsx'
import styles from './customers.module.css'

type DialogProps = { customerId: number; contract: CustomerContract; onClose: () => void }

const paymentOptions = [
  { value: 'prepaid', label: 'Предоплата' },
  { value: 'deferred', label: 'Отсрочка' },
]
const stockOptions = [
  { value: 'exact', label: 'Точно' },
  { value: 'more', label: '«Более N»' },
  { value: 'words', label: '«Есть», «мало», «нет»' },
]

/** Changes the terms of a contract. The initial values stay until the user reloads them. */
export function TermsDialog({ customerId, contract: given, onClose }: DialogProps) {
  const queries = useQueryClient()
  const [contract, setContract] = useState(given)
  const [initial, setInitial] = useState(() => termsDraftOf(given))
  const [draft, setDraft] = useState(initial)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveTerms()
  const focusInvalid = useFocusInvalid(form, save.error)
  const notify = useNotify()
  const errors = { ...fieldErrorsOf(save.error), ...(checked ? termsErrors(draft) : {}) }
  const change = (patch: Partial<TermsDraft>) => setDraft((previous) => ({ ...previous, ...patch }))

  function submit() {
    setChecked(true)
    if (Object.keys(termsErrors(draft)).length > 0) return focusInvalid()
    save.mutate(termsInputOf(draft, contract), {
      onSuccess: () => {
        notify({ tone: 'ok', text: `Условия договора № ${contract.number} сохранены`, fadeMs: 5000 })
        onClose()
      },
    })
  }

  async function reload() {
    const { contracts } = await queries.fetchQuery({ ...customerQuery(customerId), staleTime: 0 })
    const current = contracts.find(({ id }) => id === contract.id)
    if (!current) return onClose()
    setContract(current)
    setInitial(termsDraftOf(current))
    setDraft(termsDraftOf(current))
    save.reset()
  }

  return (
    <SaveDialog
      anchored
      width={680}
      title={`Договор № ${contract.number} от ${contract.date}`}
      subject="договор"
      form={form}
      unsaved={JSON.stringify(draft) !== JSON.stringify(initial)}
      saving={save.isPending}
      error={save.error}
      onReload={reload}
      onSubmit={submit}
      onClose={onClose}
    >
      {contract.from_1c && (
        <Note>Договор прислала 1С. Если она ведёт и эти условия, следующая выгрузка вернёт свои: меняйте их и там</Note>
      )}
      <Fields draft={draft} errors={errors} change={change} />
    </SaveDialog>
  )
}

type FieldsProps = {
  draft: TermsDraft
  errors: Readonly<Record<string, string | undefined>>
  change: (patch: Partial<TermsDraft>) => void
}

function Fields({ draft, errors, change }: FieldsProps) {
  const { data: options, error, refetch } = useQuery(contractOptionsQuery)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!options) return <Skeleton width="100%" height={320} />
  const toOption = ({ id, header }: { id: number; header: string }) => ({ value: String(id), label: header })
  return (
    <div className={styles.terms}>
      <SelectField
        label="Тип цен"
        options={options.price_types.map(toOption)}
        value={draft.priceType}
        error={errors.price_type}
        onChange={({ currentTarget }) => change({ priceType: Number(currentTarget.value) })}
      />
      <SelectField
        label="РРЦ"
        options={[{ value: '', label: 'Обычная' }, ...options.rrc_types.map(toOption)]}
        value={draft.rrcType ?? ''}
        error={errors.rrc_type}
        onChange={({ currentTarget }) => change({ rrcType: Number(currentTarget.value) || undefined })}
      />
      <SelectField
        label="Состояние"
        options={contractStatusOptions}
        value={draft.status}
        onChange={({ currentTarget }) => change({ status: currentTarget.value as TermsDraft['status'] })}
      />
      <DayField
        label="Действует до"
        value={draft.validTo}
        error={errors.valid_to}
        onChange={(validTo) => change({ validTo })}
      />
      <Payment draft={draft} errors={errors} change={change} />
      <Sum label="Кредитный лимит, ₽" name="creditLimit" error={errors.credit_limit} {...{ draft, change }} />
      <Sum label="Наименьший заказ, ₽" name="minOrder" error={errors.min_order} {...{ draft, change }} />
      <Sum label="Бесплатная доставка от, ₽" name="freeDelivery" error={errors.free_delivery} {...{ draft, change }} />
      <TextField
        label="Резерв без оплаты, рабочих дней"
        inputMode="numeric"
        value={draft.holdDays}
        error={errors.hold_days}
        onChange={({ currentTarget }) => change({ holdDays: currentTarget.value })}
      />
      <SelectField
        label="Как показывать остатки"
        options={stockOptions}
        value={draft.stockDisplay}
        onChange={({ currentTarget }) => change({ stockDisplay: currentTarget.value as TermsDraft['stockDisplay'] })}
      />
      {draft.stockDisplay !== 'exact' && (
        <TextField
          label={draft.stockDisplay === 'more' ? 'Наибольшее число на экране' : '«Есть» – начиная с'}
          inputMode="numeric"
          value={draft.stockCap}
          error={errors.stock_cap}
          onChange={({ currentTarget }) => change({ stockCap: currentTarget.value })}
        />
      )}
      <WarehousesField
        options={options.warehouses}
        chosen={draft.warehouses}
        error={errors.warehouses}
        onChange={(warehouses) => change({ warehouses })}
      />
    </div>
  )
}

function Payment({ draft, errors, change }: FieldsProps) {
  return (
    <>
      <SelectField
        label="Оплата"
        options={paymentOptions}
        value={draft.payment}
        onChange={({ currentTarget }) => change({ payment: currentTarget.value as TermsDraft['payment'] })}
      />
      {draft.payment === 'prepaid' ? (
        <TextField
          label="Предоплата, %"
          inputMode="numeric"
          value={draft.prepaymentPercent}
          error={errors.prepayment_percent}
          onChange={({ currentTarget }) => change({ prepaymentPercent: currentTarget.value })}
        />
      ) : (
        <TextField
          label="Отсрочка, календарных дней"
          inputMode="numeric"
          value={draft.deferralDays}
          error={errors.deferral_days}
          onChange={({ currentTarget }) => change({ deferralDays: currentTarget.value })}
        />
      )}
    </>
  )
}

type SumProps = Pick<FieldsProps, 'draft' | 'change'> & {
  label: string
  name: 'creditLimit' | 'minOrder' | 'freeDelivery'
  error: string | undefined
}

function Sum({ label, name, error, draft, change }: SumProps) {
  return (
    <TextField
      label={label}
      inputMode="decimal"
      placeholder="нет"
      value={draft[name]}
      error={error}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  )
}
