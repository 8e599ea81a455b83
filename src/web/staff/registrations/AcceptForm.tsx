import type { Registration } from '#shared/api/staff/registrations.ts'
import { approvedText } from '#shared/rules/parties/registration-letters.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { Checkbox, SelectField, TextField, type Option } from '#web/ui/forms/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import type { Accept } from './use-accept.ts'
import styles from './registrations.module.css'

type FormProps = { request: Registration; proposal: NonNullable<Registration['proposal']>; accept: Accept }
type Named = { id: number; header: string }

const placeholderOption = { value: '', label: 'Выберите' }
const optionsOf = (list: readonly Named[]): Option[] =>
  list.map(({ id, header }) => ({ value: String(id), label: header }))
const idOf = (value: string): number | undefined => (value === '' ? undefined : Number(value))

/** 'Куда принять': organisation, contract with its terms, and personal manager. */
export function AcceptForm({ request, proposal, accept }: FormProps) {
  const { draft, fields, message, likeness, change } = accept
  const isNewContract = draft.contract === undefined
  const organisations = request.likenesses.map(({ organisation }) => organisation)
  return (
    <section className={styles.section} aria-label="Куда принять">
      <div className="row wrap">
        <h3>Куда принять</h3>
        {proposal.like !== '' && isNewContract && <span className="dim small">{proposal.like}</span>}
      </div>
      {message !== undefined && (
        <Note tone="bad" role="alert">
          {message}
        </Note>
      )}
      <div className={styles.fields}>
        <SelectField
          label="Организация"
          options={[{ value: '', label: 'Новая организация' }, ...optionsOf(uniqueById(organisations))]}
          value={draft.organisation ?? ''}
          error={fields.organisation}
          onChange={({ currentTarget: { value } }) => {
            const chosen = request.likenesses.find(({ organisation }) => organisation.id === idOf(value))
            if (chosen) accept.join(chosen)
            else accept.createNew()
          }}
        />
        {likeness && likeness.contracts.length > 0 && (
          <SelectField
            label="Договор"
            options={[...optionsOf(likeness.contracts), { value: '', label: 'Новый договор' }]}
            value={draft.contract ?? ''}
            error={fields.contract}
            onChange={({ currentTarget: { value } }) => change({ contract: idOf(value) })}
          />
        )}
        {isNewContract && <ContractTerms {...{ request, proposal, accept }} />}
        <SelectField
          label="Менеджер"
          options={[{ value: '', label: 'Без менеджера' }, ...optionsOf(proposal.managers)]}
          value={draft.manager ?? ''}
          error={fields.manager}
          onChange={({ currentTarget: { value } }) => change({ manager: idOf(value) })}
        />
      </div>
      {likeness?.has_owner && (
        <p className="small muted">
          Владелец у организации уже есть: {request.contact_name} войдёт менеджером и увидит только этот договор.
        </p>
      )}
      <Checkbox
        label={`Написать на ${request.email}: доступ открыт`}
        checked={draft.tell}
        onChange={({ currentTarget }) => change({ tell: currentTarget.checked })}
      />
      {draft.tell && <MailPreview {...{ request, proposal, accept }} />}
    </section>
  )
}

function ContractTerms({ proposal, accept }: FormProps) {
  const { draft, fields, change } = accept
  const chosen = draft.warehouses.flatMap((id) => proposal.all_warehouses.find((each) => each.id === id) ?? [])
  const others = proposal.all_warehouses.filter(({ id }) => !draft.warehouses.includes(id))
  return (
    <>
      <TextField
        label="Договор №"
        maxLength={60}
        value={draft.number}
        error={fields.number}
        onChange={({ currentTarget }) => change({ number: currentTarget.value })}
      />
      <TextField
        label="От"
        inputMode="numeric"
        placeholder="дд.мм.гггг"
        maxLength={10}
        value={draft.date}
        error={fields.date}
        onChange={({ currentTarget }) => change({ date: currentTarget.value })}
      />
      <SelectField
        label="Тип цен"
        options={[placeholderOption, ...optionsOf(proposal.price_types)]}
        value={draft.priceType ?? ''}
        error={fields.price_type}
        onChange={({ currentTarget: { value } }) => change({ priceType: idOf(value) })}
      />
      <SelectField
        label="Оплата"
        options={[
          { value: 'prepaid', label: 'Предоплата' },
          { value: 'deferred', label: 'Отсрочка' },
        ]}
        value={draft.payment}
        onChange={({ currentTarget: { value } }) => change({ payment: value === 'deferred' ? 'deferred' : 'prepaid' })}
      />
      {draft.payment === 'prepaid' ? (
        <TextField
          label="Предоплата, %"
          inputMode="numeric"
          maxLength={3}
          value={draft.percent}
          error={fields.prepayment_percent}
          onChange={({ currentTarget }) => change({ percent: currentTarget.value })}
        />
      ) : (
        <TextField
          label="Отсрочка, дней"
          inputMode="numeric"
          maxLength={3}
          value={draft.days}
          error={fields.deferral_days}
          onChange={({ currentTarget }) => change({ days: currentTarget.value })}
        />
      )}
      <div className={styles.warehouses}>
        <SelectField
          label="Склады, по порядку"
          options={[{ value: '', label: others.length > 0 ? 'Добавить склад' : 'Все добавлены' }, ...optionsOf(others)]}
          value=""
          error={fields.warehouses}
          onChange={({ currentTarget: { value } }) => {
            const id = idOf(value)
            if (id !== undefined) change({ warehouses: [...draft.warehouses, id] })
          }}
        />
        {chosen.length > 0 && (
          <span className={styles.chips}>
            {chosen.map(({ id, header }) => (
              <Chip
                key={id}
                label={header}
                onRemove={() => change({ warehouses: draft.warehouses.filter((each) => each !== id) })}
              />
            ))}
          </span>
        )}
      </div>
    </>
  )
}

/** The e-mail to the applicant. */
function MailPreview({ request, proposal, accept: { draft, likeness } }: FormProps) {
  const joinedContract = likeness?.contracts.find(({ id }) => id === draft.contract)
  const contract = joinedContract?.header ?? `№ ${draft.number} от ${draft.date}`
  const manager = proposal.managers.find(({ id }) => id === draft.manager)?.header ?? ''
  return (
    <details className={styles.details}>
      <summary>Посмотреть письмо</summary>
      <p className={`${styles.letter} small`}>
        {approvedText({ company: request.company, email: request.email, contract, manager })}
      </p>
    </details>
  )
}

function uniqueById(list: readonly Named[]): Named[] {
  return list.filter(({ id }, index) => list.findIndex((each) => each.id === id) === index)
}
