/** E-mails to an applicant that staff see before they are sent. */

type Approval = {
  company: string
  email: string
  /** '№ 212-О от 20.11.2026' */
  contract: string
  /** Name, phone and e-mail of the personal manager; '' = none. */
  manager: string
}

export const approvedSubject = 'Доступ к порталу открыт'

export function approvedText({ company, email, contract, manager }: Approval): string {
  return [
    `${company}: договор ${contract}.`,
    `Войдите с почтой ${email} и паролем из заявки. Забыли его – задайте новый в окне входа.`,
    manager && `Ваш менеджер: ${manager}.`,
  ]
    .filter(Boolean)
    .join('\n')
}
