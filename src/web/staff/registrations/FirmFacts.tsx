import type { Registration } from '#shared/api/staff/registrations.ts'
import { day } from '#web/ui/format.ts'
import styles from './registrations.module.css'

/** All data entered by the applicant, and its origin. */
export function FirmFacts({ request }: { request: Registration }) {
  const { legal_form: form, consents } = request
  const facts: [string, string][] = [
    ['Полное название', request.full_name],
    ['Форма', form],
    ['ИНН, КПП', [request.inn, request.kpp].filter(Boolean).join(', ')],
    [form === 'ИП' ? 'ОГРНИП' : 'ОГРН', request.ogrn],
    ['Юридический адрес', request.legal_address],
    ['Фактический адрес', request.actual_address === request.legal_address ? 'тот же' : request.actual_address],
    ['Руководитель', [request.head_name, request.head_post].filter(Boolean).join(', ')],
    ['Банк', [request.bank, request.bik && `БИК ${request.bik}`].filter(Boolean).join(', ')],
    ['Счета', [request.account, request.correspondent_account].filter(Boolean).join(', ')],
    ['Отправлена', [request.device, request.address].filter(Boolean).join(', ')],
    [
      'Согласия',
      consents
        .map(({ kind, version }) => `${kind === 'offer' ? 'оферта' : 'данные'} в редакции ${day(version)}`)
        .join(', '),
    ],
  ]
  return (
    <details className={styles.details}>
      <summary>Вся заявка</summary>
      <dl className="facts small">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </details>
  )
}
