import { useRef, useState } from 'react'
import type { RateOfHistory } from '#shared/api/staff/prices.ts'
import { currencyCode, currencyName, formatRate, rateNominals } from '#shared/rules/prices/currencies.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { DayField } from '#web/ui/forms/DayField.tsx'
import { SelectField, TextField } from '#web/ui/forms/Field.tsx'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { day, quantity, shortDateTime } from '#web/ui/format.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import table from '#web/ui/tables/table.module.css'
import { rateText } from './currency-note.ts'
import { rateErrors, rateInputOf, unplacedErrors, type RateDraft } from './rate-draft.ts'
import { useDeleteRate, useRateHistory, useSaveRate, type PriceOverview } from './use-staff-prices.ts'
import styles from './prices.module.css'

type DialogProps = {
  /** Code of a currency; '' = one is chosen in the form. */
  chosen: string
  overview: PriceOverview
  onClose: () => void
}

/** Sets the rate of a currency from a day on, with its earlier rates below. */
export function RateDialog({ chosen, overview, onClose }: DialogProps) {
  const [initial] = useState((): RateDraft => initialDraft(chosen, overview))
  const [draft, setDraft] = useState(initial)
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveRate()
  const focusInvalid = useFocusInvalid(form, save.error)
  const notify = useNotify()
  const refused = fieldErrorsOf(save.error)
  const errors = { ...refused, ...(checked ? rateErrors(draft) : {}) }
  const change = (patch: Partial<RateDraft>) => setDraft((previous) => ({ ...previous, ...patch }))

  function submit() {
    setChecked(true)
    if (Object.keys(rateErrors(draft)).length > 0) return focusInvalid()
    save.mutate(rateInputOf(draft), {
      onSuccess: () => {
        notify({ tone: 'ok', text: `Курс ${currencyCode(draft.currency)} с ${draft.date} сохранён`, fadeMs: 5000 })
        onClose()
      },
    })
  }

  return (
    <SaveDialog
      anchored
      width={560}
      title={chosen === '' ? 'Новая валюта' : `${currencyCode(chosen)}, ${currencyName(chosen)}`}
      form={form}
      unsaved={JSON.stringify(draft) !== JSON.stringify(initial)}
      saving={save.isPending}
      error={save.error}
      message={unplacedErrors(refused, { choosesCurrency: chosen === '' })}
      onSubmit={submit}
      onClose={onClose}
    >
      {chosen === '' && (
        <SelectField
          label="Валюта"
          options={[
            { value: '', label: 'Выберите валюту' },
            ...overview.known.map(({ code, header }) => ({ value: code, label: `${currencyCode(code)}, ${header}` })),
          ]}
          error={errors.currency}
          value={draft.currency}
          onChange={({ currentTarget }) => change({ currency: currentTarget.value })}
        />
      )}
      <div className={styles.fields}>
        <DayField label="С какого дня" value={draft.date} error={errors.date} onChange={(date) => change({ date })} />
        <TextField
          label="Курс, ₽"
          inputMode="decimal"
          maxLength={14}
          error={errors.rate}
          value={draft.rate}
          onChange={({ currentTarget }) => change({ rate: currentTarget.value })}
        />
        <SelectField
          label="За сколько единиц"
          error={refused.nominal}
          options={rateNominals.map((nominal) => ({ value: String(nominal), label: quantity(nominal) }))}
          value={draft.nominal}
          onChange={({ currentTarget }) => change({ nominal: currentTarget.value })}
        />
      </div>
      {chosen !== '' && <History currency={chosen} />}
    </SaveDialog>
  )
}

function initialDraft(chosen: string, { currencies }: PriceOverview): RateDraft {
  const rate = currencies.find(({ code }) => code === chosen)?.rate
  return {
    currency: chosen,
    date: day(new Date().toISOString()),
    rate: rate ? formatRate(rate.rate) : '',
    nominal: String(rate?.nominal ?? 1),
  }
}

function History({ currency }: { currency: string }) {
  const { data, error, refetch } = useRateHistory(currency)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton width="100%" height={56} />
  if (data.length === 0) return <p className="small dim">Курса ещё не было: товары в этой валюте не продаются</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.history} role="region" aria-label="История курса" tabIndex={0}>
      <table className={table.table}>
        <caption className="unseen">История курса</caption>
        <colgroup>
          <col style={{ width: 92 }} />
          <col style={{ width: 130 }} />
          <col />
          <col style={{ width: 92 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">С</th>
            <th scope="col" className={table.number}>
              Курс, ₽
            </th>
            <th scope="col">Кто и когда задал</th>
            <th scope="col">
              <span className="unseen">Действия</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((rate) => (
            <HistoryRow key={rate.date} rate={rate} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HistoryRow({ rate }: { rate: RateOfHistory }) {
  const remove = useDeleteRate()
  const notify = useNotify()
  const { currency, date, state, source, author, set_at } = rate
  const who = source === '1c' ? '1С' : (author ?? 'сотрудник')
  return (
    <tr data-on={state === 'applied' || undefined}>
      <td>{date}</td>
      <td className={table.number}>{rateText(rate)}</td>
      <td className="muted">
        {who}, {shortDateTime(set_at)}
      </td>
      <td className={table.field}>
        {state === 'applied' && <span className="small ok">действует</span>}
        {state === 'coming' && (
          <Button
            small
            busy={remove.isPending}
            aria-label={`Удалить курс с ${date}`}
            onClick={() =>
              remove.mutate({ currency, date }, { onError: ({ message }) => notify({ tone: 'bad', text: message }) })
            }
          >
            Удалить
          </Button>
        )}
      </td>
    </tr>
  )
}
