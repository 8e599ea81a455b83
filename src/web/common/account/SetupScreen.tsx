import { useState, type ReactNode } from 'react'
import { secondFactorRequired } from '#shared/texts.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetupSteps } from './SetupSteps.tsx'
import styles from './account.module.css'
import { asksForCode } from './use-second-factor.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'

/** The only screen until a required second factor is set up. */
export function SetupScreen({ signOut, onDone }: { signOut: ReactNode; onDone: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  return (
    <main className={styles.single}>
      <PageTitle>Второй фактор</PageTitle>
      <div className={styles.head}>
        <Logo suffix="служба" />
        <span className="grow" />
        {signOut}
      </div>
      <h1>Подключите второй фактор</h1>
      <Card>
        <CardBody>
          <div className={styles.setup}>
            <p className={styles.reason}>
              {secondFactorRequired}: {asksForCode}.
            </p>
            {codes ? <RecoveryCodes codes={codes} onDone={onDone} /> : <SetupSteps onDone={setCodes} />}
          </div>
        </CardBody>
      </Card>
    </main>
  )
}
