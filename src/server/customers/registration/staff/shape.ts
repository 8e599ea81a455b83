import type { ParsedInputOf, ReplyOf } from '#shared/api/endpoint.ts'
import type {
  approveRegistration,
  Registration,
  RegistrationLikeness,
  RegistrationSummary,
  staffRegistrations,
} from '#shared/api/staff/registrations.ts'
import { formatDay, parseDay } from '#shared/rules/dates.ts'
import { roubles } from '#shared/rules/money.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import type { Approval } from './approve.ts'
import { townOf } from './compare-register.ts'
import { listFindings, type listRegistrations, type RegistrationView } from './read.ts'
import type { SimilarCustomer } from './queries-customers.ts'
import type { ListedRequest } from './queries-requests.ts'

export function parseApproval(input: ParsedInputOf<typeof approveRegistration>): Approval {
  const { id, organisation = null, contract = null, manager = null, tell, number, date, payment, warehouses } = input
  return {
    id,
    organisationId: organisation,
    contractId: contract,
    terms: {
      number,
      signedOn: date ? parseDay(date) : null,
      priceTypeId: input.price_type ?? null,
      payment,
      prepaymentPercent: input.prepayment_percent,
      deferralDays: input.deferral_days,
      warehouseIds: warehouses,
    },
    managerId: manager,
    notifyApplicant: tell,
  }
}

type Listed = Awaited<ReturnType<typeof listRegistrations>>

export function shapeRegistrations({
  items,
  figures: { waiting, asked, all, approved, rejected, average },
  normHours,
  pagination,
}: Listed): Omit<ReplyOf<typeof staffRegistrations>, 'status'> {
  return {
    items: items.map(shapeRow),
    counts: { waiting, asked, all },
    pagination: shapePagination(pagination),
    norm_hours: normHours,
    decided: { approved, rejected, average },
  }
}

function shapeRow(request: ListedRequest): RegistrationSummary {
  const { id, company, inn, status, createdAt, waitingSince, decidedAt, assigneeId, assignee } = request
  return {
    id,
    company,
    inn,
    city: townOf(request.legalAddress),
    status,
    created_at: createdAt,
    waiting_since: waitingSince,
    decided_at: decidedAt,
    decided_after: decidedAt === null ? null : request.decidedAfter,
    findings: decidedAt === null ? listFindings(request) : [],
    assignee: assigneeId === null || assignee === null ? null : { id: assigneeId, name: assignee },
    note: rowNote(request),
  }
}

const rejectWords = {
  duplicate: 'уже есть у нас',
  requisites: 'не сходится с ЕГРЮЛ',
  region: 'не работаем',
  liquidated: 'ликвидируется',
  other: 'другая причина',
} as const

const maxNoteLength = 60

function rowNote({ status, decisionText, contract, rejectReason }: ListedRequest): string {
  if (status === 'approved') return contract === null ? '' : `договор № ${contract}`
  if (status === 'rejected') return rejectReason === null ? '' : rejectWords[rejectReason]
  if (status !== 'data_requested') return ''
  return decisionText.length > maxNoteLength ? `${decisionText.slice(0, maxNoteLength).trimEnd()}…` : decisionText
}

export function shapeRegistration(view: RegistrationView): Registration {
  const { request, comparison, names, colleagues } = view
  return {
    id: request.id,
    status: request.status,
    legal_form: request.legalForm,
    company: request.company,
    full_name: request.fullName,
    inn: request.inn,
    kpp: request.kpp,
    ogrn: request.ogrn,
    legal_address: request.legalAddress,
    actual_address: request.actualAddress,
    head_name: request.headName,
    head_post: request.headPost,
    bik: request.bik,
    bank: request.bank,
    account: request.account,
    correspondent_account: request.correspondentAccount,
    contact_name: request.contactName,
    phone: request.phone,
    email: request.email,
    city: view.town,
    created_at: request.createdAt.toISOString(),
    waiting_since: request.waitingSince.toISOString(),
    address: request.address,
    device: deviceOf(request.userAgent),
    consents: view.consents,
    assignee:
      request.assigneeId === null || names.assignee === null ? null : { id: request.assigneeId, name: names.assignee },
    colleagues: colleagues.map(({ id, name }) => ({ id, name })),
    register_checked_at: request.registryCheckedAt?.toISOString() ?? null,
    register_asked: view.hasRegister,
    register_missing: view.isMissing,
    comparison,
    likenesses: view.resembling.map(shapeSimilar),
    events: view.events.map(({ by, changes, ...event }) => ({
      ...event,
      by: by ?? '',
      changes: Object.entries(changes).map(([field, sides]) => ({ field, ...sides })),
    })),
    ...shapeDecision(view),
  }
}

function shapeDecision({ request, names, proposal }: RegistrationView): Pick<Registration, 'decision' | 'proposal'> {
  const { organisationId } = request
  return {
    decision: {
      reason: request.rejectReason as Registration['decision']['reason'],
      text: request.decisionText,
      blocks_inn: request.blocksInn,
      at: request.decidedAt?.toISOString() ?? null,
      by: names.decidedBy ?? '',
      organisation:
        organisationId === null || names.organisation === null
          ? null
          : { id: organisationId, header: names.organisation },
      contract: names.contract && { id: names.contract.id, header: contractTitle(names.contract) },
    },
    proposal: proposal
      ? {
          number: proposal.number,
          date: formatDay(proposal.day),
          price_type: proposal.priceTypeId,
          warehouses: proposal.warehouses,
          manager: proposal.managerId,
          payment: proposal.payment,
          prepayment_percent: proposal.prepaymentPercent,
          deferral_days: proposal.deferralDays,
          like: proposal.like,
          price_types: proposal.priceTypes,
          all_warehouses: proposal.allWarehouses,
          managers: proposal.managers,
        }
      : null,
  }
}

function shapeSimilar(like: SimilarCustomer): RegistrationLikeness {
  const { sameParty, sameInn, samePhone, sameEmail } = like
  const by: [RegistrationLikeness['by'][number], boolean][] = [
    ['party', sameParty],
    ['inn', sameInn && !sameParty],
    ['phone', samePhone],
    ['email', sameEmail],
  ]
  return {
    organisation: { id: like.organisationId, header: like.organisation },
    contragent: { id: like.contragentId, company: like.company, inn: like.inn, kpp: like.kpp },
    by: by.filter(([, same]) => same).map(([name]) => name),
    without_accounts: like.withoutAccounts,
    has_owner: like.hasOwner,
    contracts: like.contracts.map((contract) => ({ id: contract.id, header: contractTitle(contract) })),
    manager: like.manager,
    debt: roubles(like.debtKopecks),
  }
}

function contractTitle({ number, signedOn }: { number: string; signedOn: string }): string {
  return `№ ${number} от ${formatDay(signedOn)}`
}
