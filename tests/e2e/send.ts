import type { APIRequestContext } from '@playwright/test'
import type { Send } from '#web/api/client.ts'

/** The portal's calls made with a browser's cookies, past its screens. */
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
