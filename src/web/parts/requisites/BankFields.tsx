import { useState } from 'react'
import type { ContragentForm } from '#shared/rules/parties/contragent-form.ts'
import { bankSource } from '#web/parts/suggestions/sources.ts'
import { SuggestField } from '#web/parts/suggestions/SuggestField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/forms/Field.tsx'
import { bankLabel } from '#web/parts/labels.ts'
import { fieldsOfBank } from './fields-of-bank.ts'
import styles from './requisites.module.css'

type Form = Pick<ContragentForm, 'bik' | 'bank' | 'account' | 'correspondent_account'>

type FieldsProps = {
  form: Form
  errors: Partial<Record<keyof Form, string>>
  /** They are asked for only on request while they are empty. */
  onRequest?: boolean
  onChange: (patch: Partial<Form>) => void
  onLeave: (name: keyof Form) => void
}

/** A firm's bank and accounts; the БИК or the name of the bank fills the rest. */
export function BankFields({ form, errors, onRequest = false, onChange, onLeave }: FieldsProps) {
  const [isAsked, setIsAsked] = useState(!onRequest || form.bik !== '' || form.account !== '')
  const wired = (name: keyof Form) => ({ name, error: errors[name], value: form[name], maxLength: longest[name] })
  const suggested = (name: 'bik' | 'bank') => ({
    ...wired(name),
    source: bankSource,
    onLeave: () => onLeave(name),
    onType: (text: string) => onChange({ [name]: text }),
    onChoose: (found: Parameters<typeof fieldsOfBank>[0]) => onChange(fieldsOfBank(found)),
  })
  const typed = (name: 'account' | 'correspondent_account') => ({
    ...wired(name),
    inputMode: 'numeric' as const,
    onBlur: () => onLeave(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [name]: currentTarget.value }),
  })
  if (!isAsked)
    return (
      <div className={styles.bank}>
        <h2>Банк</h2>
        <span className="small muted">БИК и расчётный счёт можно указать позже: на решение они не влияют</span>
        <Button small icon="plus" onClick={() => setIsAsked(true)}>
          Указать сейчас
        </Button>
      </div>
    )
  return (
    <fieldset className={styles.group}>
      <legend>Банк</legend>
      <div className={styles.names}>
        <SuggestField label="БИК" inputMode="numeric" {...suggested('bik')} />
        <SuggestField label={bankLabel} {...suggested('bank')} />
      </div>
      <div className={styles.two}>
        <TextField label="Расчётный счёт" {...typed('account')} />
        <TextField label="Корр. счёт" {...typed('correspondent_account')} />
      </div>
    </fieldset>
  )
}

const longest: Record<keyof Form, number> = { bik: 16, bank: 160, account: 32, correspondent_account: 32 }
