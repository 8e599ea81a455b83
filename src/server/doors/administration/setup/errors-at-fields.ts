import { AppError } from '#server/platform/app-error.ts'
import { violatedConstraint } from '#server/platform/db/client.ts'
import { CommandError } from '../command-error.ts'

/** Runs a service of the command line for a page: its errors become those of a call, at the field concerned. */
export async function refuseAtFields<Outcome>(
  run: () => Promise<Outcome>,
  fieldNames: Record<string, string> = {},
): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    if (violatedConstraint(error) === 'accounts_login_key') throw new AppError('conflict', {}, { cause: error })
    if (!(error instanceof CommandError)) throw error
    const { field, message } = error
    throw new AppError(
      'invalid',
      field === undefined ? { message } : { fields: { [fieldNames[field] ?? field]: message } },
      { cause: error },
    )
  }
}
