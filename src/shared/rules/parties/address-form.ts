/** The form of a delivery address: how it is tidied and what is wrong with it, for screen and server alike. */
export type AddressForm = { full_address: string; postindex: string; comment: string }

export function tidyAddress<Form extends AddressForm>(form: Form): Form {
  const { full_address, postindex, comment } = form
  return {
    ...form,
    full_address: full_address.trim().replace(/\s+/g, ' '),
    postindex: postindex.replace(/\s/g, ''),
    comment: comment.trim(),
  }
}

/** Field → Russian sentence for each that is wrong; the form is tidy. */
export function addressFaults({ full_address, postindex }: AddressForm): Partial<Record<keyof AddressForm, string>> {
  return {
    ...(full_address.length < 5 ? { full_address: 'Укажите адрес: город, улицу и дом' } : {}),
    ...(postindex === '' || /^\d{6}$/.test(postindex) ? {} : { postindex: 'В индексе шесть цифр' }),
  }
}
