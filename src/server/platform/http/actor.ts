import { isBuyer, isStaff, type BuyerRole, type StaffRole } from '#shared/rights.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Actor, BuyerActor, StaffActor } from '#server/platform/sessions/actor.ts'

/** Narrows the actor's type; the call's right has been checked already. */
export function buyer(actor: Actor): BuyerActor {
  if (!isBuyer(actor) || actor.organisationId === null) throw new AppError('forbidden')
  return { ...actor, role: actor.role satisfies BuyerRole, organisationId: actor.organisationId }
}

export function staff(actor: Actor): StaffActor {
  if (!isStaff(actor)) throw new AppError('forbidden')
  return { ...actor, role: actor.role satisfies StaffRole, organisationId: null }
}
