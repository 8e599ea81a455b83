import { lazy, Suspense, useState } from 'react'
import type { Act } from '#shared/api/money/acts.ts'
import { dayOf, formatDay, monthsBack, parseDay } from '#shared/rules/dates.ts'
import { formRefusals } from '#shared/texts.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, SelectField } from '#web/ui/forms/Field.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import type { ContractChoice } from './ActsFilters.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { suggestedPeriods, type ActPeriod } from './periods.ts'
import { useRequestAct } from './use-acts.ts'
import styles from './acts.module.css'

const PeriodFields = lazy(() =>
  import('#web/ui/forms/PeriodFields.tsx').then((module) => ({ default: module.PeriodFields })),
)

type RequestProps = {
  contracts: readonly ContractChoice[]
  /** The contract the list is filtered by; preselected in the form. */
  filteredContract: number | undefined
  /** Empty: the person gets no e-mails. */
  email: string
  /** Acts being built: an act of the same period cannot be requested twice. */
  building: readonly Act[]
}

/** Form to request an act for a contract and a period [C.26]. */
export function RequestAct({ contracts, filteredContract, email, building }: RequestProps) {
  const today = dayOf(useNow(60_000))
  const request = useRequestAct()
  const [contractId, setContract] = useState(
    () =>
      (
        contracts.find(({ id }) => id === filteredContract) ??
        contracts.find(({ selected }) => selected) ??
        contracts[0]
      )?.id,
  )
  const [period, setPeriod] = useState({ start: formatDay(monthsBack(today, 1)), end: formatDay(today) })
  const [mail, setMail] = useState(true)
  const contract = contracts.find(({ id }) => id === contractId)
  const isInvalid = parseDay(period.start) >= parseDay(period.end)
  const existing = building.find(
    (act) => act.contract_id === contractId && act.startdate === period.start && act.enddate === period.end,
  )

  function submit(): void {
    if (isInvalid || contractId === undefined) return
    request.mutate({
      contract_id: contractId,
      startdate: period.start,
      enddate: period.end,
      mail: mail && email !== '',
    })
  }

  return (
    <Card title="Запросить акт">
      <CardBody>
        <form
          className={styles.request}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <SelectField
            label="Договор"
            options={contracts.map(({ id, number, contragent }) => ({
              value: String(id),
              label: `№ ${number} · ${contragent}`,
            }))}
            value={contractId ?? ''}
            onChange={({ currentTarget }) => setContract(Number(currentTarget.value))}
          />
          <PeriodField
            period={period}
            error={isInvalid ? formRefusals.datePeriod : periodErrorOf(request.error)}
            onChange={(next) => {
              request.reset()
              setPeriod(next)
            }}
          />
          {contract && (
            <p className={styles.suggestions}>
              {suggestedPeriods(today, parseDay(contract.date)).map(({ label, period: suggested }) => (
                <Button key={label} small variant="plain" onClick={() => setPeriod(suggested)}>
                  {label}
                </Button>
              ))}
            </p>
          )}
          {email !== '' && (
            <Checkbox
              label={`Прислать на ${email}`}
              checked={mail}
              onChange={({ currentTarget }) => setMail(currentTarget.checked)}
            />
          )}
          <Button type="submit" variant="primary" wide busy={request.isPending} aria-disabled={isInvalid}>
            Запросить акт
          </Button>
          <p className="small muted" role="status">
            {existing
              ? `Акт за этот период уже формируется: ${existing.number}`
              : request.data && `Запрошен ${request.data.number}. Он появится в списке, как только будет готов`}
          </p>
        </form>
      </CardBody>
    </Card>
  )
}

function PeriodField({
  period,
  error,
  onChange,
}: {
  period: ActPeriod
  error: string | undefined
  onChange: (period: ActPeriod) => void
}) {
  return (
    <div className={styles.period} role="group" aria-label="Период">
      <span className="small muted" aria-hidden="true">
        Период
      </span>
      <Suspense fallback={<Skeleton width="100%" height={26} />}>
        <PeriodFields
          start={period.start}
          end={period.end}
          isInvalid={error !== undefined}
          onChange={({ start = period.start, end = period.end }) => onChange({ start, end })}
        />
      </Suspense>
      {error !== undefined && (
        <span className="small bad" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

function periodErrorOf(error: Error | null): string | undefined {
  if (error === null) return undefined
  return fieldErrorsOf(error).enddate ?? error.message
}
