import type { Me } from '#shared/api/account/access.ts'
import { isStaff, may } from '#shared/rights.ts'
import { accountTitle } from '#shared/messages.ts'
import { Page } from '#web/ui/page/Page.tsx'
import { NoticesCard } from './NoticesCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { PersonalDataCard } from './PersonalDataCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SignInsCard } from './SignInsCard.tsx'

/** The account page: profile, sign-in, notifications, and sessions. */
export function AccountScreen({ me, onRenamed }: { me: Me; onRenamed: () => void }) {
  const contactPerson = isStaff(me) ? 'администратору портала' : 'вашему менеджеру'
  return (
    <Page title={accountTitle}>
      <ProfileCard contactPerson={contactPerson} onSaved={onRenamed} />
      {!me.demo && <PasswordCard owner={{ login: me.login, staff: isStaff(me) }} />}
      {may(me, 'secondFactor.own') && <SecondFactorCard />}
      <NoticesCard demo={me.demo} />
      <SessionsCard contactPerson={contactPerson} />
      <SignInsCard />
      <PersonalDataCard />
    </Page>
  )
}
