import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { readQuestion, sendAnswer } from '#shared/api/account/registration.ts'
import type { InputOf, ReplyOf } from '#shared/api/endpoint.ts'
import { applicantFaults, tidyApplicant, type ApplicantForm } from '#shared/rules/parties/registration-form.ts'
import { call, CallError, fieldErrorsOf } from '#web/api/client.ts'
import { BankFields } from '#web/parts/requisites/BankFields.tsx'
import { RequisitesFields } from '#web/parts/requisites/RequisitesFields.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { TextArea, TextField } from '#web/ui/forms/Field.tsx'
import { useFaults } from '#web/ui/forms/use-faults.ts'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState, LoadError } from '#web/ui/page/EmptyState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { requisitesOf, type Requisites } from './form.ts'
import styles from './registration.module.css'

type Asked = ReplyOf<typeof readQuestion>

/** The page of a mailed link: what staff ask about a request, its fields to be corrected, and an answer in words. */
export function AnswerScreen({ token }: { token: string }) {
  const [sent, setSent] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['registration-question', token],
    queryFn: ({ signal }) => call(readQuestion, { token }, { signal }),
    staleTime: Infinity,
    retry: false,
  })
  const gone = error instanceof CallError && error.status === 404
  return (
    <div className={styles.page}>
      <title>Вопрос по заявке – Опт</title>
      <a href="/" aria-label="Опт: на главную">
        <Logo />
      </a>
      <main className={styles.sheet}>
        {sent ? (
          <EmptyState title="Ответ отправлен" action={<WayHome />}>
            Проверим заявку ещё раз и ответим на почту.
          </EmptyState>
        ) : data ? (
          <AnswerForm token={token} asked={data} onSent={() => setSent(true)} />
        ) : gone ? (
          <EmptyState title="Вопрос закрыт" action={<WayHome />}>
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

function WayHome() {
  return (
    <a href="/" className={buttonClass()}>
      На главную
    </a>
  )
}

type Answered = Requisites & { contact_name: string; phone: string; text: string }

function AnswerForm({ token, asked, onSent }: { token: string; asked: Asked; onSent: () => void }) {
  const [form, setForm] = useState<Answered>(() => ({
    ...requisitesOf(asked.form),
    contact_name: asked.form.contact_name,
    phone: asked.form.phone,
    text: '',
  }))
  const element = useRef<HTMLFormElement>(null)
  const answer = useMutation({ mutationFn: (input: InputOf<typeof sendAnswer>) => call(sendAnswer, input) })
  const { legal_form: formState, text: words, ...typed } = form
  const applicant = tidyApplicant<ApplicantForm>({
    ...typed,
    formState,
    actual_address: typed.actual_address.trim() || typed.legal_address,
  })
  const { formState: legalForm, ...found } = applicantFaults(applicant)
  const faults = useFaults<Answered>(legalForm === undefined ? found : { ...found, legal_form: legalForm })
  const focusInvalid = useFocusInvalid(element, answer.error)

  function change(part: Partial<Answered>) {
    setForm((before) => ({ ...before, ...part }))
    faults.changed(part)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    faults.leaveAll()
    if (Object.keys(found).length > 0) return focusInvalid()
    answer.mutate(
      { ...applicant, token, text: words },
      { onSuccess: onSent, onError: (error) => faults.refuse(fieldErrorsOf(error)) },
    )
  }

  const field = (name: 'contact_name' | 'phone', label: string, maxLength: number) => (
    <TextField
      label={label}
      name={name}
      maxLength={maxLength}
      value={form[name]}
      error={faults.shown[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      onBlur={() => faults.leave(name)}
    />
  )
  return (
    <form ref={element} className="column" noValidate onSubmit={submit} aria-label={`Заявка ${asked.number}`}>
      <h1>Заявка {asked.number}: нужны данные</h1>
      <Note tone="warn">
        <span className={styles.question}>{asked.question}</span>
      </Note>
      <p className="small muted">
        Исправьте, что просят, или напишите ответ: остальное уже заполнено. Документы пришлите ответом на письмо. Логин{' '}
        {asked.email} и пароль остаются прежними.
      </p>
      <TextArea
        label="Ответ"
        rows={3}
        maxLength={2000}
        value={form.text}
        error={faults.shown.text}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <RequisitesFields form={form} faults={faults.shown} onChange={change} onLeave={(name) => faults.leave(name)} />
      <BankFields form={form} faults={faults.shown} onChange={change} onLeave={(name) => faults.leave(name)} />
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
