import type { Me } from '#shared/api/access.ts'
import { isStaff } from '#shared/rights.ts'
import { Page } from '#web/ui/Page.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

/** How this person signs in, and where they are signed in. */
export function AccountScreen({ me }: { me: Me }) {
  return (
    <Page title="Вход и безопасность">
      {isStaff(me.role) && <SecondFactorCard />}
      <SessionsCard askWhom={isStaff(me.role) ? 'администратору портала' : 'вашему менеджеру'} />
    </Page>
  )
}
