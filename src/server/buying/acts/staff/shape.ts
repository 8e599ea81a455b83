import type { StaffAct, StaffActDetails } from '#shared/api/money/staff-acts.ts'
import { shapeAct, shapeActDetails } from '../shape.ts'
import type { StoredStaffAct } from './queries.ts'
import type { StaffActView } from './service.ts'

/** Staff see their replies before they are sent. */
const shapeForStaff = ({ organisation, assigneeId, assignee, disputed, accepted, refused }: StoredStaffAct) => ({
  organisation,
  assignee_id: assigneeId,
  assignee,
  accepted,
  refused,
  unreplied: disputed - accepted - refused,
})

/** Answers that the buyer has not sent are no news to staff. */
const withoutUnsentAnswers = ({ state }: StoredStaffAct) =>
  state === 'ready' ? { agreed: 0, disputed: 0, unanswered: 0, unreplied: 0 } : {}

export function shapeStaffAct(act: StoredStaffAct): StaffAct {
  return { ...shapeAct(act), ...shapeForStaff(act), ...withoutUnsentAnswers(act) }
}

export function shapeStaffActDetails({ act, details, colleagues }: StaffActView): StaffActDetails {
  return {
    ...shapeActDetails(details),
    ...shapeForStaff(act),
    ...withoutUnsentAnswers(act),
    first_unanswered: null,
    note: act.staffNote,
    colleagues,
  }
}
