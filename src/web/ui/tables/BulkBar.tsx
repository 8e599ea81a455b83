import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import styles from './bulk-bar.module.css'

/** Actions for the checked rows [S.17]; hidden while there are none. */
export function BulkBar({
  name = 'Отмеченные товары',
  count,
  onClear,
  children,
}: {
  name?: string
  count: number
  onClear: () => void
  children: ReactNode
}) {
  return (
    <div className={`${styles.bulk} no-print`} role="group" aria-label={name} data-own-bar>
      <span className="bold" role="status">
        Выбрано записей: {count}
      </span>
      <span className="grow" />
      <Button small variant="plain" onClick={onClear}>
        Снять выделение
      </Button>
      {children}
    </div>
  )
}
