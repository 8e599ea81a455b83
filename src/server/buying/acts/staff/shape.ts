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

export function shapeStaffAct(act: StoredStaffAct): StaffAct {
  return { ...shapeAct(act), ...shapeForStaff(act) }
}

export function shapeStaffActDetails({ act, details, colleagues }: StaffActView): StaffActDetails {
  return { ...shapeActDetails(details), ...shapeForStaff(act), note: act.staffNote, colleagues }
}
