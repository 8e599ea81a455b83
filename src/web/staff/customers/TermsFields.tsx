import { useQuery } from '@tanstack/react-query'
import { contractStatusOptions } from '#web/parts/contracts/contract-state.ts'
import { DayField } from '#web/ui/forms/DayField.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { noPriceType, type TermsDraft } from './terms-draft.ts'
import { contractOptionsQuery } from './use-customers.ts'
import { WarehousesField } from './WarehousesField.tsx'
import styles from './customers.module.css'

const paymentOptions = [
  { value: 'prepaid', label: 'Предоплата' },
  { value: 'deferred', label: 'Отсрочка' },
]
const stockOptions = [
  { value: 'exact', label: 'Точно' },
  { value: 'more', label: '«Более N»' },
  { value: 'words', label: '«Есть», «мало», «нет»' },
]

type FieldsProps = {
  draft: TermsDraft
  errors: Readonly<Record<string, string | undefined>>
  change: (patch: Partial<TermsDraft>) => void
}

/** The terms of a contract, to be chosen. */
export function TermsFields({ draft, errors, change }: FieldsProps) {
  const { data: options, error, refetch } = useQuery(contractOptionsQuery)
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!options) return <Skeleton width="100%" height={320} />
  const toOption = ({ id, header }: { id: number; header: string }) => ({ value: String(id), label: header })
  return (
    <div className={styles.terms}>
      <SelectField
        label="Тип цен"
        options={[
          ...(draft.priceType === noPriceType ? [{ value: String(noPriceType), label: 'Выберите' }] : []),
          ...options.price_types.map(toOption),
        ]}
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
