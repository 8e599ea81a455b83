import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { claimTerms, saveClaimTerms, type ClaimTermsSettings } from '#shared/api/staff/claim-terms.ts'
import { call, fieldErrorsOf } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { TextField } from '#web/ui/forms/Field.tsx'
import { SaveFailure } from '#web/ui/forms/SaveFailure.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { FormCard } from '#web/ui/page/FormCard.tsx'
import { claimTermFields as fields } from './claim-term-fields.ts'

const queryKey = ['staff', 'claimTerms']

/** Default deadlines of claims in days: filing, decision, answer. */
export function ClaimTermsCard() {
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(claimTerms, {}, { signal })).terms,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  return (
    <FormCard title="Сроки рекламаций" query={query}>
      {(terms, onReload) => <TermsForm terms={terms} onReload={onReload} />}
    </FormCard>
  )
}

function TermsForm({ terms, onReload }: { terms: ClaimTermsSettings; onReload: () => void }) {
  const [values, setValues] = useState(() => ({
    decision_days: String(terms.decision_days),
    answer_days: String(terms.answer_days),
    counted_days: String(terms.counted_days),
    defect_days: String(terms.defect_days),
  }))
  const queries = useQueryClient()
  const notify = useNotify()
  const save = useMutation({ mutationFn: () => call(saveClaimTerms, { seen: terms, terms: values }) })
  const isChanged = fields.some(({ name }) => values[name] !== String(terms[name]))
  useUnsaved(() => isChanged)
  const errors = fieldErrorsOf(save.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(undefined, {
      onSuccess: ({ terms: saved }) => {
        queries.setQueryData(queryKey, saved)
        notify({ tone: 'ok', text: 'Сроки сохранены. У поданных рекламаций они прежние' })
      },
    })
  }

  return (
    <form className="column" style={{ maxWidth: 560 }} noValidate onSubmit={submit}>
      {save.error && Object.keys(errors).length === 0 && (
        <SaveFailure error={save.error} subject="сроки" onReload={onReload} />
      )}
      {fields.map(({ name, label, bounds }) => (
        <TextField
          key={name}
          label={label}
          hint={`От ${bounds.min} до ${bounds.max}`}
          error={errors[`terms.${name}`] ?? errors[name]}
          inputMode="numeric"
          value={values[name]}
          onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
        />
      ))}
      <div className="row">
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!isChanged}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
