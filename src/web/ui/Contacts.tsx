import styles from './contacts.module.css'
import { useLook } from './look.ts'

/** How to reach the wholesaler; an empty line if it is not said. */
export function Contacts() {
  const { phone, hours, email } = useLook()
  return (
    <span>
      {phone !== '' && (
        <a className={styles.link} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
          {phone}
        </a>
      )}
      {phone !== '' && hours !== '' && ', '}
      {hours}
      {(phone !== '' || hours !== '') && email !== '' && <br />}
      {email !== '' && (
        <a className={styles.link} href={`mailto:${email}`}>
          {email}
        </a>
      )}
    </span>
  )
}
