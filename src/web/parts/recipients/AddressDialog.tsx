import { useRef, useState } from 'react'
import type { Address } from '#shared/api/organisation/addresses.ts'
import type { AddressSuggestion } from '#shared/api/organisation/suggestions.ts'
import { addressErrors, normaliseAddress, type AddressForm } from '#shared/rules/parties/address-form.ts'
import { fieldErrorsOf } from '#web/api/client.ts'
import { addressSource } from '#web/parts/suggestions/sources.ts'
import { SuggestField } from '#web/parts/suggestions/SuggestField.tsx'
import { SaveDialog } from '#web/ui/dialogs/SaveDialog.tsx'
import { Checkbox, TextField } from '#web/ui/forms/Field.tsx'
import { useFieldErrors } from '#web/ui/forms/use-field-errors.ts'
import { useFocusInvalid } from '#web/ui/forms/use-focus-invalid.ts'
import { useSaveAddress } from './use-recipients.ts'
import styles from './recipients.module.css'

type DialogProps = {
  /** Undefined: a new one. */
  address?: Address | undefined
  /** Whether this user may set the main address. */
  mayManage: boolean
  onSaved: (address: Address) => void
  onClose: () => void
}

/** Adds or changes a delivery address. Import it lazily. */
export function AddressDialog({ address, mayManage, onSaved, onClose }: DialogProps) {
  const [initial] = useState(() => formOf(address))
  const [form, setForm] = useState(initial)
  const [chosenSuggestion, setChosenSuggestion] = useState<AddressSuggestion>()
  const found = addressErrors(normaliseAddress(form))
  const errors = useFieldErrors<AddressForm>(found)
  const element = useRef<HTMLFormElement>(null)
  const save = useSaveAddress()
  const focusInvalid = useFocusInvalid(element, save.error)

  function change(patch: Partial<typeof form>) {
    setForm((previous) => ({ ...previous, ...patch }))
    errors.changed(patch)
  }

  /** A changed text is another address, so the postcode of the suggestion is cleared [V.17]. */
  function type(full_address: string) {
    const goes =
      full_address.trim() === '' || (chosenSuggestion !== undefined && form.postindex === chosenSuggestion.postal_code)
    change({ full_address, ...(goes ? { postindex: '' } : {}) })
  }

  function chooseSuggestion(suggestion: AddressSuggestion) {
    setChosenSuggestion(suggestion)
    change({ full_address: suggestion.value, postindex: suggestion.postal_code })
  }

  function submit() {
    errors.leaveAll()
    if (Object.keys(found).length > 0) return focusInvalid()
    save.mutate(
      { ...normaliseAddress(form), id: address?.id },
      { onSuccess: onSaved, onError: (error) => errors.refuse(fieldErrorsOf(error)) },
    )
  }

  return (
    <SaveDialog
      anchored
      width={520}
      title={address ? 'Адрес доставки' : 'Новый адрес'}
      unsaved={JSON.stringify(form) !== JSON.stringify(initial)}
      form={element}
      saving={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SuggestField
        label="Адрес"
        placeholder="Город, улица, дом"
        source={addressSource}
        maxLength={300}
        error={errors.shown.full_address}
        value={form.full_address}
        onType={type}
        onChoose={chooseSuggestion}
        onLeave={() => errors.leave('full_address')}
        data-autofocus
      />
      <div className={styles.pair}>
        <TextField
          label="Индекс"
          inputMode="numeric"
          maxLength={7}
          error={errors.shown.postindex}
          value={form.postindex}
          onChange={({ currentTarget }) => change({ postindex: currentTarget.value })}
          onBlur={() => errors.leave('postindex')}
        />
        <TextField
          label="Для водителя"
          placeholder="Часы приёмки, пропуск"
          maxLength={300}
          value={form.comment}
          onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
        />
      </div>
      {mayManage && (
        <Checkbox
          label="Основной: предлагать первым"
          checked={form.is_main}
          onChange={({ currentTarget }) => change({ is_main: currentTarget.checked })}
        />
      )}
    </SaveDialog>
  )
}

function formOf(address: Address | undefined): AddressForm & { is_main: boolean } {
  const { full_address = '', postindex = '', comment = '', is_main = false } = address ?? {}
  return { full_address, postindex, comment, is_main }
}
