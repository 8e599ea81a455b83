import type { LegalFacts } from '#shared/api/account/personal-data.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSetting } from '#server/platform/settings.ts'
import { findDefaultSeller } from '#server/customers/organisations/shared-queries-sellers.ts'

export async function readLegalFacts({ db }: { db: Db }): Promise<LegalFacts> {
  const seller = await findDefaultSeller(db)
  return {
    operator: {
      company: seller?.company ?? '',
      full_name: seller?.fullName ?? '',
      inn: seller?.inn ?? '',
      ogrn: seller?.ogrn ?? '',
      address: seller?.legalAddress ?? '',
      email: seller?.email ?? '',
      phone: seller?.phone ?? '',
    },
    keeps: {
      rejected_requests: await readSetting(db, 'personal.keep.rejectedDays'),
      open_requests: await readSetting(db, 'personal.keep.openRequestDays'),
      callbacks: await readSetting(db, 'personal.keep.callbackDays'),
      mails: await readSetting(db, 'personal.keep.mailDays'),
      notices: await readSetting(db, 'personal.keep.noticeDays'),
      audit: await readSetting(db, 'audit.keepDays'),
    },
  }
}
