import { spawn, type ChildProcess } from 'node:child_process'
import { freePort } from '#server/platform/db/free-port.ts'

export type ServerProcess = { child: ChildProcess; origin: string; log: () => string; exited: Promise<number | null> }

/** The real server in a separate process, ready when its /health is. */
export async function startServerProcess(
  env: Record<string, string>,
  options: { readyWithinMs?: number } = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['--import', './tests/support/processes/end-with-starter.ts', 'src/server/main.ts'],
    {
      env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: String(port), ...env },
      stdio: 'pipe',
    },
  )
  let tail = ''
  const keep = (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-20_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const server = { child, origin: `http://127.0.0.1:${port}`, log: () => tail, exited }
  await waitForHealth(server, options.readyWithinMs ?? 60_000)
  return server
}

export async function waitForHealth(
  { origin, child, log }: Pick<ServerProcess, 'origin' | 'child' | 'log'>,
  withinMs: number,
): Promise<void> {
  const deadlineMs = Date.now() + withinMs
  while (Date.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${log()}`)
    const healthy = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (healthy) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`the server was not ready in ${withinMs} ms: ${log()}`)
}
