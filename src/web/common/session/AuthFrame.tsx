import type { ReactNode } from 'react'
import { Contacts } from '#web/ui/Contacts.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import styles from './sign-in.module.css'

/** Layout of guest pages: a description of the portal, and one form. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <div className={styles.side}>
        <Logo inverted />
        <div>
          <p className={styles.promise}>Заказ из двухсот строк – за минуту, по ценам вашего договора</p>
          <p className={styles.more}>
            Остатки складов в реальном времени, поиск по артикулу и штрихкоду, количество прямо в таблице.
          </p>
        </div>
        <Contacts />
      </div>
      <main className={styles.main}>{children}</main>
    </div>
  )
}
