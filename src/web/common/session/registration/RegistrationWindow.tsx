import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { passwordLength } from '#shared/constants.ts'
import { andMore } from '#shared/rules/list-text.ts'
import { CallError, fieldErrorsOf } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { usePasswordCheck } from '#web/parts/passwords/use-password-check.ts'
import { BankFields } from '#web/parts/requisites/BankFields.tsx'
import { RequisitesFields } from '#web/parts/requisites/RequisitesFields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Checkbox, TextField } from '#web/ui/forms/Field.tsx'
import { useFieldErrors } from '#web/ui/forms/use-field-errors.ts'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { withCount } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { errorsOf, forgetDraft, inputOf, keepDraft, readDraft, type FieldName, type Form } from './form.ts'
import { listMissing, sections, stateOf, type MissingField } from './sections.ts'
import { useEmailCheck, useRegister } from './use-registration.ts'
import styles from './registration.module.css'

/** How long a refusal is shown whose fields are marked too [N.4]. */
const refusalMs = 2000

/**
 * Registration of a company. Neither Esc nor a press outside closes it, so that no input is lost. The server's rules
 * are applied on blur.
 */
export function RegistrationWindow({ onBack }: { onBack: () => void }) {
  const id = useId()
  const [form, setForm] = useState(readDraft)
  const [key] = useState(asUuid)
  const [round, setRound] = useState(0)
  const [captchaRefusal, setCaptchaRefusal] = useState<string>()
  const element = useRef<HTMLFormElement>(null)
  const registration = useRegister()
  const email = useEmailCheck()
  const passwords = usePasswordCheck({ login: form.email.trim(), staff: false })
  const found = errorsOf(form)
  const refusedPassword = passwords.answerFor(form.password)?.reason
  if (refusedPassword) found.password = refusedPassword
  const taken = email.answerFor(form.email)
  if (taken && !taken.free) found.email = taken.message
  if (form.captcha === '' && captchaRefusal !== undefined) found.captcha = captchaRefusal
  const errors = useFieldErrors<Form>(found)
  const focusInvalid = useFocusInvalid(element, registration.error)
  const left = listMissing(found, errors.shown)

  function change(patch: Partial<Form>) {
    setForm((previous) => ({ ...previous, ...patch }))
    errors.changed(patch)
    keepDraft({ ...form, ...patch })
  }

  function renewCaptcha(refusal?: string) {
    setRound((previous) => previous + 1)
    setCaptchaRefusal(refusal)
    setForm((previous) => ({ ...previous, captcha: '' }))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    errors.leaveAll()
    if (Object.keys(found).length > 0) return focusInvalid()
    registration.mutate(
      { ...inputOf(form), key },
      {
        onSuccess: forgetDraft,
        onError: (error) => {
          const refused = fieldErrorsOf(error)
          if (!(error instanceof CallError) || error.code === 'offline') return
          errors.refuse(refused)
          // The form and the password are checked before the captcha, which is good for one time.
          if (error.code === 'invalid' && refused.captcha === undefined) return
          renewCaptcha(refused.captcha ?? 'Введите новый ответ')
        },
      },
    )
  }

  function goTo(name: FieldName) {
    const field = element.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }

  const text = (
    name: 'contact_name' | 'phone' | 'email' | 'password',
    label: string,
    more: Partial<Parameters<typeof TextField>[0]>,
  ) => (
    <TextField
      label={label}
      name={name}
      value={form[name]}
      error={errors.shown[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      onBlur={() => errors.leave(name)}
      {...more}
    />
  )

  if (registration.data)
    return (
      <Modal opened fixed onClose={onBack} width={560} title="Заявка отправлена">
        <div className="column">
          <Note tone="ok" role="status">
            {registration.data.message}
          </Note>
          <Button variant="primary" onClick={onBack} ref={focusButton}>
            Вернуться ко входу
          </Button>
        </div>
      </Modal>
    )
  return (
    <Modal
      opened
      fixed
      anchored
      onClose={onBack}
      width={972}
      title={
        <>
          Регистрация организации <span className={styles.promise}>ответим на почту за 1 рабочий день</span>
        </>
      }
      extra={
        <Button small icon="back" onClick={onBack}>
          Вернуться ко входу
        </Button>
      }
      footer={
        <>
          <LeftToDo left={left} onGo={goTo} />
          <span className="grow" />
          <Button type="submit" form={id} variant="primary" busy={registration.isPending}>
            Отправить заявку
          </Button>
        </>
      }
    >
      <div className={styles.window}>
        <SectionList form={form} left={left} onGo={goTo} />
        <form id={id} ref={element} className={styles.form} noValidate onSubmit={submit} aria-label="Регистрация">
          {registration.error && <Refusal key={registration.submittedAt} error={registration.error} />}
          <section className="column">
            <h2>Организация</h2>
            <RequisitesFields
              form={form}
              errors={errors.shown}
              onChange={change}
              onLeave={(name) => errors.leave(name)}
            />
          </section>
          <section className="column">
            <h2>Контакт и вход</h2>
            <div className={styles.contact}>
              {text('contact_name', 'Контактное лицо', { maxLength: 120, autoComplete: 'name' })}
              {text('phone', 'Телефон', { maxLength: 40, inputMode: 'tel', autoComplete: 'tel' })}
              {text('email', 'Почта, она же логин', {
                maxLength: 200,
                inputMode: 'email',
                autoCapitalize: 'none',
                autoComplete: 'username',
                hint: taken?.free ? taken.message : undefined,
                onBlur: () => {
                  errors.leave('email')
                  void email.check(form.email)
                },
              })}
              {text('password', 'Пароль', {
                maxLength: passwordLength.max,
                type: 'password',
                autoComplete: 'new-password',
                hint: passwordHint(form.password),
                onBlur: () => {
                  errors.leave('password')
                  void passwords.check(form.password)
                },
              })}
            </div>
          </section>
          <section>
            <BankFields
              onRequest
              form={form}
              errors={errors.shown}
              onChange={change}
              onLeave={(name) => errors.leave(name)}
            />
          </section>
          <section className={styles.end}>
            <div className="column">
              <h2>Проверка</h2>
              <CaptchaField
                value={form.captcha}
                error={errors.shown.captcha}
                round={round}
                onType={(captcha) => change({ captcha })}
                onLeave={() => errors.leave('captcha')}
                onRenew={() => renewCaptcha()}
              />
            </div>
            <div className="column">
              <h2>Согласия</h2>
              <Agreement
                name="consent"
                previous="Даю"
                href="/consent"
                text="согласие на обработку персональных данных"
                checked={form.consent}
                error={errors.shown.consent}
                onChange={(consent) => change({ consent })}
              />
              <Agreement
                name="offer"
                previous="Принимаю"
                href="/offer"
                text="условия оферты"
                checked={form.offer}
                error={errors.shown.offer}
                onChange={(offer) => change({ offer })}
              />
              <span className="small muted">
                Запишем дату, время и IP-адрес.{' '}
                <a href="/policy" target="_blank" rel="noreferrer">
                  Политика обработки
                </a>
              </span>
            </div>
          </section>
        </form>
      </div>
    </Modal>
  )
}

const focusButton = (button: HTMLButtonElement | null) => button?.focus()

/** The call expects UUIDs as keys. */
function asUuid(): string {
  const hex = randomKey()
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)]
  return parts.join('-')
}

function passwordHint(password: string): string {
  const missing = passwordLength.min - Array.from(password).length
  if (password === '' || missing <= 0) return `Не короче ${passwordLength.min} знаков`
  return `Ещё ${withCount(missing, ['знак', 'знака', 'знаков'])}: нужно от ${passwordLength.min}`
}

/** A refusal with field errors fades; others stay until the next attempt. */
function Refusal({ error }: { error: Error }) {
  const fades = Object.keys(fieldErrorsOf(error)).length > 0
  const [visible, setVisible] = useState(true)
  useEffect(() => {
    if (!fades) return
    const timer = setTimeout(() => setVisible(false), refusalMs)
    return () => clearTimeout(timer)
  }, [fades])
  if (!visible) return null
  return (
    <Note tone="bad" role="alert">
      {error.message}
    </Note>
  )
}

type ListProps = { left: readonly MissingField[]; onGo: (name: FieldName) => void }

function SectionList({ form, left, onGo }: ListProps & { form: Form }) {
  const next = sections.find(({ fields }) => left.some(({ name }) => fields.includes(name)))
  return (
    <nav className={styles.sections} aria-label="Разделы заявки">
      <ol>
        {sections.map((section, index) => {
          const { tone, text } = stateOf(section, { form, left })
          const first = left.find(({ name }) => section.fields.includes(name))?.name ?? section.fields[0]
          return (
            <li key={section.key}>
              <button
                type="button"
                data-tone={tone}
                aria-current={section === next ? 'step' : undefined}
                onClick={() => first && onGo(first)}
              >
                <i aria-hidden>{tone === 'ok' ? <Icon name="check" size={14} /> : index + 1}</i>
                <span>
                  <strong>{section.title}</strong>
                  <small>{text}</small>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      <p className="small muted">
        Введённое хранится в этой вкладке, кроме пароля. Esc и щелчок мимо окна его не закроют.
      </p>
    </nav>
  )
}

const maxNamed = { phone: 2, desktop: 4 }

function LeftToDo({ left, onGo }: ListProps) {
  const phone = usePhone()
  if (left.length === 0) return <span className={styles.left}>Всё заполнено</span>
  const named = left
    .toSorted((a, b) => Number(b.wrong) - Number(a.wrong))
    .slice(0, phone ? maxNamed.phone : maxNamed.desktop)
  const others = left.length - named.length
  return (
    <span className={styles.left}>
      Осталось:{' '}
      {named.map(({ name, text, wrong }) => (
        <button key={name} type="button" data-wrong={wrong || undefined} onClick={() => onGo(name)}>
          {text}
        </button>
      ))}
      {others > 0 && <span className="muted">{andMore(others)}</span>}
    </span>
  )
}

type AgreementProps = {
  name: 'consent' | 'offer'
  previous: string
  href: string
  text: string
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

function Agreement({ name, previous, href, text, checked, error, onChange }: AgreementProps) {
  const id = useId()
  return (
    <div className={styles.agreement}>
      <Checkbox
        name={name}
        checked={checked}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : id}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        label={
          <>
            {previous}{' '}
            <a href={href} target="_blank" rel="noreferrer">
              {text}
            </a>
          </>
        }
      />
      {error !== undefined && (
        <span id={id} className={styles.fault} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
