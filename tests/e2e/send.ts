import type { APIRequestContext } from '@playwright/test'
import type { Send } from '#web/api/client.ts'

/** Calls the portal's API with a browser's cookies, bypassing its screens. */
export function sendThrough(request: APIRequestContext, origin: string): Send {
  return async (path, init) => {
    const answer = await request.fetch(origin + path, {
      method: init.method,
      headers: { ...(init.headers as Record<string, string>), origin },
      data: init.body as string | undefined,
    })
    return new Response(new Uint8Array(await answer.body()), { status: answer.status() })
  }
}
