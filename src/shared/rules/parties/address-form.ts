/** The form of a delivery address: normalisation and validation for screen and server. */
export type AddressForm = { full_address: string; postindex: string; comment: string }

export function normaliseAddress<Form extends AddressForm>(form: Form): Form {
  const { full_address, postindex, comment } = form
  return {
    ...form,
    full_address: full_address.trim().replace(/\s+/g, ' '),
    postindex: postindex.replace(/\s/g, ''),
    comment: comment.trim(),
  }
}

/** Errors in Russian by field; expects a normalised form. */
export function addressErrors({ full_address, postindex }: AddressForm): Partial<Record<keyof AddressForm, string>> {
  return {
    ...(full_address.length < 5 ? { full_address: 'Укажите адрес: город, улицу и дом' } : {}),
    ...(postindex === '' || /^\d{6}$/.test(postindex) ? {} : { postindex: 'В индексе шесть цифр' }),
  }
}
