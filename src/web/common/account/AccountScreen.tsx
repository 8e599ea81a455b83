import type { Me } from '#shared/api/account/access.ts'
import { isStaff, may } from '#shared/rights.ts'
import { Page } from '#web/ui/page/Page.tsx'
import { NoticesCard } from './NoticesCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PersonalDataCard } from './PersonalDataCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SignInsCard } from './SignInsCard.tsx'

/** How this person signs in, what the portal tells them of, and where they are signed in. */
export function AccountScreen({ me }: { me: Me }) {
  return (
    <Page title="Вход и безопасность">
      <PasswordCard login={me.login} />
      {may(me, 'secondFactor.own') && <SecondFactorCard />}
      <NoticesCard />
      <SessionsCard askWhom={isStaff(me) ? 'администратору портала' : 'вашему менеджеру'} />
      <SignInsCard />
      <PersonalDataCard />
    </Page>
  )
}
