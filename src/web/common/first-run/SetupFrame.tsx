import type { ReactNode } from 'react'
import type { Me } from '#shared/api/account/access.ts'
import { Button } from '#web/ui/Button.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './first-run.module.css'

type FrameProps = { me: Me | undefined; leaving: boolean; onLeave: () => void; children: ReactNode }

export function SetupFrame({ me, leaving, onLeave, children }: FrameProps) {
  return (
    <div className={styles.frame}>
      <PageTitle>Запуск портала</PageTitle>
      <header className={styles.top}>
        <Logo />
        <span className="grow" />
        {me && (
          <>
            <span className="small dim clip">{me.name}</span>
            <Button small busy={leaving} onClick={onLeave}>
              Выйти
            </Button>
          </>
        )}
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  )
}
