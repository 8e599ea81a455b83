/** The title of a page of organisations for staff without its right. */
export const organisationsRefused = 'Организации вам не поручены'
