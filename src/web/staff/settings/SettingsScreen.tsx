import type { ReactNode } from 'react'
import { Page } from '#web/ui/page/Page.tsx'
import { AccessCard } from './AccessCard.tsx'
import { ClaimTermsCard } from './ClaimTermsCard.tsx'
import { ContractClaimTermsCard } from './ContractClaimTermsCard.tsx'
import { MainSettings } from './MainSettings.tsx'
import { JobsCard } from './JobsCard.tsx'
import { MailCard } from './MailCard.tsx'
import { StaffSignInsCard } from './StaffSignInsCard.tsx'
import { VisitorsCard } from './VisitorsCard.tsx'

type SettingsScreenProps = { ownId: number; above?: ReactNode }

/** Settings of the portal for administrators. */
export function SettingsScreen({ ownId, above }: SettingsScreenProps) {
  return (
    <Page title="Настройки" extra={<span className="muted">каждое изменение попадает в журнал</span>}>
      {above}
      <MainSettings />
      <AccessCard />
      <ClaimTermsCard />
      <ContractClaimTermsCard />
      <VisitorsCard />
      <StaffSignInsCard ownId={ownId} />
      <MailCard />
      <JobsCard />
    </Page>
  )
}
