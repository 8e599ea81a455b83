import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { saveRetentionPeriods } from '#shared/api/account/people-data.ts'
import { retentionPeriodError, retentionPeriods, type RetentionPeriod } from '#shared/rules/retention-periods.ts'
import { call, fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { TextField } from '#web/ui/forms/Field.tsx'
import { SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { FormCard } from '#web/ui/page/FormCard.tsx'
import { termsQuery } from './use-personal-data.ts'
import styles from './personal-data.module.css'

type RetentionTerm = { name: RetentionPeriod; days: number }

/** Retention periods of personal data, within bounds. */
export function TermsCard() {
  const query = useQuery(termsQuery)
  return (
    <FormCard title="Сроки хранения, дней" query={query}>
      {(terms, onReload) => <TermsForm terms={terms} onReload={onReload} />}
    </FormCard>
  )
}

function TermsForm({ terms, onReload }: { terms: readonly RetentionTerm[]; onReload: () => void }) {
  const [typed, setTyped] = useState<ReadonlyMap<RetentionPeriod, string>>(new Map())
  const queries = useQueryClient()
  const notify = useNotify()
  const textOf = ({ name, days }: RetentionTerm) => typed.get(name) ?? String(days)
  const save = useMutation({
    mutationFn: () =>
      call(saveRetentionPeriods, {
        seen: [...terms],
        terms: terms.map((term) => ({ name: term.name, days: textOf(term) })),
      }),
  })
  const isChanged = terms.some((term) => textOf(term) !== String(term.days))
  useUnsaved(() => isChanged)
  const fieldErrors = fieldErrorsOf(save.error)
  const errorOf = (term: RetentionTerm) =>
    textOf(term).trim() === String(term.days) ? undefined : retentionPeriodError(term.name, Number(textOf(term)))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (terms.some((term) => errorOf(term) !== undefined)) return
    save.mutate(undefined, {
      onSuccess: ({ terms: saved }) => {
        notify({ tone: 'ok', text: 'Сроки сохранены: лишнее сотрёт ночная очистка' })
        queries.setQueryData(termsQuery.queryKey, saved)
      },
    })
  }

  return (
    <form className="column" noValidate onSubmit={submit}>
      {save.error && Object.keys(fieldErrors).length === 0 && (
        <SaveFailure error={save.error} subject="сроки" onReload={onReload} />
      )}
      <div className={styles.terms}>
        {terms.map((term) => {
          const { label, min, max, note } = retentionPeriods[term.name]
          return (
            <TextField
              key={term.name}
              label={label}
              hint={`От ${min} до ${max}. ${note}`}
              error={fieldErrors[term.name] ?? errorOf(term)}
              inputMode="numeric"
              maxLength={6}
              value={textOf(term)}
              onChange={({ currentTarget: { value } }) => setTyped(new Map([...typed, [term.name, value]]))}
            />
          )
        })}
      </div>
      <div className="row">
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!isChanged}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
