/** All that staff see of requests for access stands below it. */
export const registrationsKey = ['staff', 'registrations']
