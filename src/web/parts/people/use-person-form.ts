import type { UseMutationResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { InputOf } from '#shared/api/endpoint.ts'
import type { LimitPeriod } from '#shared/rules/parties/employee-limits.ts'
import type { Manager, saveManager } from '#shared/api/organisation/managers.ts'
import { typeIdOf, type BuyerRole } from '#shared/rights.ts'
import { managerErrors, normaliseManager } from '#shared/rules/parties/manager-form.ts'
import { sumInRoublesNeeded } from '#shared/texts.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { formatRoublesText, parseRoublesText } from '#web/ui/forms/roubles-text.ts'
import { useFieldErrors } from '#web/ui/forms/use-field-errors.ts'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { addedNotice } from './invitation-texts.ts'
import { roleOf } from './roles.ts'

export type PersonForm = {
  login: string
  name: string
  phone: string
  type_id: number
  contractSelect: number[]
  finances: boolean
  acts: boolean
  order_limit: string
  period_limit: string
  period: LimitPeriod
}

/** State of the form of a person: values, errors, saving. */
export function usePersonForm({
  person,
  newRole = 'manager',
  save,
  savedText = 'Данные сохранены',
  onSaved,
}: {
  /** Undefined: a new one. */
  person: Manager | undefined
  /** Offered for a new one. */
  newRole?: BuyerRole
  save: UseMutationResult<Manager, Error, InputOf<typeof saveManager>>
  /** Notice of a changed person. */
  savedText?: string
  onSaved: (person: Manager) => void
}) {
  // Initial values stay as opened or last saved: a concurrent change is a conflict.
  const [base, setBase] = useState(person)
  const [blank] = useState<PersonForm>({ ...empty, type_id: typeIdOf({ role: newRole }) })
  const initial = base ? formOf(base) : blank
  const [form, setForm] = useState(initial)
  const element = useRef<HTMLFormElement>(null)
  const notify = useNotify()
  const isSum = (text: string) => parseRoublesText(text) !== undefined
  const found: Partial<Record<keyof PersonForm, string>> = {
    ...managerErrors({ ...normaliseManager(form), ...roleOf(form) }, { knownLogin: base?.login.toLowerCase() }),
    ...(isSum(form.order_limit) ? {} : { order_limit: sumInRoublesNeeded }),
    ...(isSum(form.period_limit) ? {} : { period_limit: sumInRoublesNeeded }),
  }
  const errors = useFieldErrors<PersonForm>(found)
  const focusInvalid = useFocusInvalid(element, save.error)

  function change(patch: Partial<PersonForm>) {
    setForm((previous) => ({ ...previous, ...patch }))
    errors.changed(patch)
  }

  function submit() {
    errors.leaveAll()
    if (Object.keys(found).length > 0) return focusInvalid()
    const sums = {
      order_limit: parseRoublesText(form.order_limit) ?? null,
      period_limit: parseRoublesText(form.period_limit) ?? null,
    }
    save.mutate(
      { ...normaliseManager(form), ...sums, id: base?.id, version: base?.version },
      {
        onSuccess: (saved) => {
          setBase(saved)
          setForm(formOf(saved))
          notify(base ? { tone: 'ok', text: savedText, fadeMs: 3000 } : { ...addedNotice(saved), fadeMs: 5000 })
          onSaved(saved)
        },
        onError: (error) => errors.refuse(fieldErrorsOf(error)),
      },
    )
  }

  return {
    form,
    change,
    submit,
    element,
    errors,
    save,
    unsaved: JSON.stringify(form) !== JSON.stringify(initial),
  }
}

function formOf(person: Manager): PersonForm {
  const { login, name, phone, type_id, contractSelect, finances, acts, period } = person
  return {
    login,
    name,
    phone,
    type_id,
    contractSelect,
    finances,
    acts,
    period,
    order_limit: formatRoublesText(person.order_limit),
    period_limit: formatRoublesText(person.period_limit),
  }
}

const empty: Omit<PersonForm, 'type_id'> = {
  login: '',
  name: '',
  phone: '',
  contractSelect: [],
  finances: false,
  acts: false,
  order_limit: '',
  period_limit: '',
  period: 'month',
}
