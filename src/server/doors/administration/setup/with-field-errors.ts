import { AppError } from '#server/platform/app-error.ts'
import { violatedConstraint } from '#server/platform/db/client.ts'
import { CommandError } from '../command-error.ts'

/** Runs a command-line service for a page: its errors become errors of the call, with the field. */
export async function withFieldErrors<Outcome>(
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
