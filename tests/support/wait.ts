/** Repeats a query until the answer is accepted, and returns it; an exception counts as not yet. */
export async function until<Answer>(
  read: () => Promise<Answer>,
  isAccepted: (answer: Answer) => boolean = () => true,
  timeoutMs = 30_000,
): Promise<Answer> {
  const endsAtMs = Date.now() + timeoutMs
  for (;;) {
    try {
      const answer = await read()
      if (isAccepted(answer)) return answer
      if (Date.now() > endsAtMs) throw new Error(`still ${JSON.stringify(answer)} after ${timeoutMs} ms`)
    } catch (error) {
      if (Date.now() > endsAtMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
