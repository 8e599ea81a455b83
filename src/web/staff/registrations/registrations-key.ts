/** Prefix of all query keys of registrations; apart from the calls, since every page refetches by it. */
export const registrationsKey = ['staff', 'registrations']
