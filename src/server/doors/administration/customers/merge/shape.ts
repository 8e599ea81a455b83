import type * as api from '#shared/api/administration/merge-customers.ts'
import type { MergedSide } from './queries-merge.ts'
import type { MergePlan } from './read-plan.ts'

export function shapeMergePlan({ closed, kept, contragents, version }: MergePlan): api.MergePlan {
  return {
    closed: shapeSide(closed),
    kept: shapeSide(kept),
    joined: contragents.joined.map(({ gone, kept: into }) => ({
      company: gone.company,
      into: into.company,
      inn: into.inn,
      kpp: into.kpp || gone.kpp,
      switched_off: { company: gone.status !== 'active', into: into.status !== 'active' },
    })),
    apart: contragents.apart.map(({ contragent: { company, inn, kpp }, why }) => ({ company, inn, kpp, why })),
    renamed: contragents.renamed.map(
      ({ contract: { id, number }, contragent: { company, organisationId }, becomes }) => ({
        id,
        company,
        side: organisationId === closed.id ? 'closed' : 'kept',
        number,
        becomes,
      }),
    ),
    version,
  }
}

function shapeSide({ id, name, status, manager, counts: { ledgerEntries, ...counts } }: MergedSide): api.MergedSide {
  return { id, name, status, manager, counts: { ...counts, ledger_entries: ledgerEntries } }
}
