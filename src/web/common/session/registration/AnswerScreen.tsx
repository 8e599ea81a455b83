import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { readQuestion, sendAnswer } from '#shared/api/account/registration.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { applicantErrors, normaliseApplicant, type ApplicantForm } from '#shared/rules/parties/registration-form.ts'
import { call, CallError, fieldErrorsOf } from '#web/api/client.ts'
import { BankFields } from '#web/parts/requisites/BankFields.tsx'
import { RequisitesFields } from '#web/parts/requisites/RequisitesFields.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { TextArea, TextField } from '#web/ui/forms/Field.tsx'
import { useFieldErrors } from '#web/ui/forms/use-field-errors.ts'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { HomeLogo } from '#web/ui/Logo.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { requisitesOf, type Requisites } from './form.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './registration.module.css'

type OpenQuestion = ReplyOf<typeof readQuestion>

/** Page of a mailed link: the question of staff about a request, its fields for correction, and a text answer. */
export function AnswerScreen({ token }: { token: string }) {
  const [sent, setSent] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['registration-question', token],
    queryFn: ({ signal }) => call(readQuestion, { token }, { signal }),
    staleTime: Infinity,
    retry: false,
  })
  const isExpired = error instanceof CallError && error.status === 404
  return (
    <div className={styles.page}>
      <PageTitle>Вопрос по заявке</PageTitle>
      <HomeLogo />
      <main className={styles.sheet}>
        {sent ? (
          <EmptyState title="Ответ отправлен" action={<HomeLink />}>
            Проверим заявку ещё раз и ответим на почту.
          </EmptyState>
        ) : data ? (
          <AnswerForm token={token} openQuestion={data} onSent={() => setSent(true)} />
        ) : isExpired ? (
          <EmptyState title="Вопрос закрыт" action={<HomeLink />}>
            {error.message}.
          </EmptyState>
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton width="100%" height={400} />
        )}
      </main>
    </div>
  )
}

function HomeLink() {
  return (
    <a href="/" className={buttonClass()}>
      На главную
    </a>
  )
}

type AnswerDraft = Requisites & { contact_name: string; phone: string; text: string }

function AnswerForm({
  token,
  openQuestion,
  onSent,
}: {
  token: string
  openQuestion: OpenQuestion
  onSent: () => void
}) {
  const [form, setForm] = useState<AnswerDraft>(() => ({
    ...requisitesOf(openQuestion.form),
    contact_name: openQuestion.form.contact_name,
    phone: openQuestion.form.phone,
    text: '',
  }))
  const element = useRef<HTMLFormElement>(null)
  const answer = useMutation({ mutationFn: (input: InputOf<typeof sendAnswer>) => call(sendAnswer, input) })
  const { legal_form: formState, text: words, ...typed } = form
  const applicant = normaliseApplicant<ApplicantForm>({
    ...typed,
    formState,
    actual_address: typed.actual_address.trim() || typed.legal_address,
  })
  const { formState: legalForm, ...found } = applicantErrors(applicant)
  const errors = useFieldErrors<AnswerDraft>(legalForm === undefined ? found : { ...found, legal_form: legalForm })
  const focusInvalid = useFocusInvalid(element, answer.error)

  function change(patch: Partial<AnswerDraft>) {
    setForm((previous) => ({ ...previous, ...patch }))
    errors.changed(patch)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    errors.leaveAll()
    if (Object.keys(found).length > 0) return focusInvalid()
    answer.mutate(
      { ...applicant, token, text: words },
      { onSuccess: onSent, onError: (error) => errors.refuse(fieldErrorsOf(error)) },
    )
  }

  const field = (name: 'contact_name' | 'phone', label: string, maxLength: number) => (
    <TextField
      label={label}
      name={name}
      maxLength={maxLength}
      value={form[name]}
      error={errors.shown[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      onBlur={() => errors.leave(name)}
    />
  )
  return (
    <form ref={element} className="column" noValidate onSubmit={submit} aria-label={`Заявка ${openQuestion.number}`}>
      <h1>Заявка {openQuestion.number}: нужны данные</h1>
      <Note tone="warn">
        <span className={styles.question}>{openQuestion.question}</span>
      </Note>
      <p className="small muted">
        Исправьте, что просят, или напишите ответ: остальное уже заполнено. Документы пришлите ответом на письмо.{' '}
        {`Логин ${openQuestion.email} и пароль остаются прежними.`}
      </p>
      <TextArea
        label="Ответ"
        rows={3}
        maxLength={2000}
        value={form.text}
        error={errors.shown.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <RequisitesFields form={form} errors={errors.shown} onChange={change} onLeave={(name) => errors.leave(name)} />
      <BankFields form={form} errors={errors.shown} onChange={change} onLeave={(name) => errors.leave(name)} />
      <div className={styles.contact}>
        {field('contact_name', 'Контактное лицо', 120)}
        {field('phone', 'Телефон', 40)}
      </div>
      {answer.error && Object.keys(fieldErrorsOf(answer.error)).length === 0 && (
        <Note tone="bad" role="alert">
          {answer.error.message}
        </Note>
      )}
      <div className="row">
        <Button type="submit" variant="primary" busy={answer.isPending}>
          Отправить ответ
        </Button>
      </div>
    </form>
  )
}
