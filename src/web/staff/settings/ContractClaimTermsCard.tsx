import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import {
  contractClaimTerms,
  saveContractClaimTerms,
  type ContractClaimTerms,
  type OwnClaimTerms,
} from '#shared/api/staff/claim-terms.ts'
import { call, fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { claimTermFields } from './claim-term-fields.ts'
import styles from './claim-terms.module.css'

const SaveDialog = lazy(() =>
  import('#web/ui/dialogs/SaveDialog.tsx').then((module) => ({ default: module.SaveDialog })),
)

const queryKey = ['staff', 'contractClaimTerms']

/** Deadlines of claims agreed in a contract; they override the defaults. */
export function ContractClaimTermsCard() {
  const [query, setQuery] = useState('')
  const [edited, setEdited] = useState<ContractClaimTerms>()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, query],
    queryFn: async ({ signal }) => (await call(contractClaimTerms, { query }, { signal })).items,
    placeholderData: keepPreviousData,
  })
  return (
    <Card title="Сроки рекламаций по договорам">
      <CardBody>
        <div className={styles.search}>
          <BarSearch
            label="Найти договор"
            placeholder="Номер договора, покупатель или ИНН"
            value={query}
            onSearch={setQuery}
          />
        </div>
      </CardBody>
      {data === undefined ? (
        error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <CardBody>
            <Skeleton width="60%" height={20} />
          </CardBody>
        )
      ) : data.length === 0 ? (
        <EmptyState title={query === '' ? 'У всех договоров сроки общие' : 'Такого договора нет'}>
          {query === ''
            ? 'Найдите договор, чтобы записать то, о чём договорились в нём'
            : 'Проверьте номер, название покупателя или ИНН'}
        </EmptyState>
      ) : (
        <ul className={styles.contracts} aria-label="Договоры">
          {data.map((contract) => (
            <li key={contract.id}>
              <span>
                № {contract.number} <span className="muted">{contract.contragent}</span>
                <br />
                <small className="dim">{summary(contract.terms)}</small>
              </span>
              <Button small aria-label={`Изменить сроки по № ${contract.number}`} onClick={() => setEdited(contract)}>
                Изменить
              </Button>
            </li>
          ))}
        </ul>
      )}
      {edited && (
        <Suspense>
          <TermsDialog
            contract={edited}
            onReload={async () => {
              const { data: fresh } = await refetch()
              setEdited(fresh?.find(({ id }) => id === edited.id))
            }}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </Card>
  )
}

function summary(terms: OwnClaimTerms): string {
  const ownTerms = claimTermFields.flatMap(({ name, short }) => (terms[name] === null ? [] : `${short} ${terms[name]}`))
  return ownTerms.length === 0 ? 'сроки общие' : `дней: ${ownTerms.join(', ')}`
}

type DialogProps = { contract: ContractClaimTerms; onReload: () => Promise<void>; onClose: () => void }

function TermsDialog({ contract: { id, number, terms }, onReload, onClose }: DialogProps) {
  const initialText = (name: keyof OwnClaimTerms) => (terms[name] === null ? '' : String(terms[name]))
  const [values, setValues] = useState(() => ({
    counted_days: initialText('counted_days'),
    defect_days: initialText('defect_days'),
    decision_days: initialText('decision_days'),
    answer_days: initialText('answer_days'),
  }))
  const queries = useQueryClient()
  const notify = useNotify()
  const toInput = (value: string) => (value.trim() === '' ? null : value)
  const save = useMutation({
    mutationFn: () =>
      call(saveContractClaimTerms, {
        id,
        seen: terms,
        terms: {
          counted_days: toInput(values.counted_days),
          defect_days: toInput(values.defect_days),
          decision_days: toInput(values.decision_days),
          answer_days: toInput(values.answer_days),
        },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const errors = fieldErrorsOf(save.error)
  return (
    <SaveDialog
      title={`Сроки рекламаций, договор № ${number}`}
      width={480}
      unsaved={claimTermFields.some(({ name }) => values[name] !== initialText(name))}
      saving={save.isPending}
      error={Object.keys(errors).length === 0 ? save.error : null}
      subject="сроки"
      onReload={onReload}
      onSubmit={() =>
        save.mutate(undefined, {
          onSuccess: () => {
            notify({ tone: 'ok', text: 'Сроки договора сохранены', fadeMs: 3000 })
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      <p className="muted">Пустое поле – срок общий. У поданных рекламаций сроки прежние.</p>
      {claimTermFields.map(({ name, label, bounds }) => (
        <TextField
          key={name}
          label={label}
          hint={`От ${bounds.min} до ${bounds.max}`}
          placeholder="как у всех"
          error={errors[`terms.${name}`] ?? errors[name]}
          inputMode="numeric"
          value={values[name]}
          onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
        />
      ))}
    </SaveDialog>
  )
}
